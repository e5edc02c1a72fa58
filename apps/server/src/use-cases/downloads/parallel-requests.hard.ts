import { afterAll, beforeAll, describe, it } from 'vitest'
import { DATABASE_KINDS } from '../../adapters/database/testing/open-test-database.ts'
import { expectFiveAreTaken } from '../testing/requests-at-once.ts'
import { openWorkbench, type Workbench } from '../testing/workbench.ts'

describe.each(DATABASE_KINDS)('fifty simultaneous requests, in $name', (kind) => {
  describe.skipIf(kind.skipped)('are decided one by one', () => {
    let bench: Workbench
    beforeAll(async () => {
      bench = await openWorkbench(kind)
    })
    afterAll(() => bench?.remove())

    it('with five left exactly five are taken, twenty times over', () => expectFiveAreTaken(bench, { rounds: 20 }))
  })
})
