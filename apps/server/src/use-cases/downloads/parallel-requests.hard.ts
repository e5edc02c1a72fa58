import { it } from 'vitest'
import { describeOnDatabases } from '../../adapters/database/testing/open-test-database.ts'
import { expectFiveAreTaken } from '../testing/requests-at-once.ts'
import { openWorkbench } from '../testing/workbench.ts'

describeOnDatabases('fifty simultaneous requests, in $name', async (kind) => {
  const bench = await openWorkbench(kind)

  it('with five left exactly five are taken, twenty times over', () => expectFiveAreTaken(bench, { rounds: 20 }))
})
