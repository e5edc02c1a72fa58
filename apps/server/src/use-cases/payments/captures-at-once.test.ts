import { it } from 'vitest'
import { describeOnDatabases } from '../../adapters/database/testing/open-test-database.ts'
import { expectOneOfTwoPlans, expectOnePayment } from '../testing/captures-at-once.ts'
import { openCashDesk } from '../testing/cash-desk.ts'

describeOnDatabases('a payment on $name that its payer has approved', async (kind) => {
  const desk = await openCashDesk(kind)

  /** Again and again: races.hard.ts. */
  it('is paid once by fifty who press at once, and all hear the same', () => expectOnePayment(desk))

  it('is not taken beside another that is about to give everything, however many tabs press at once', () =>
    expectOneOfTwoPlans(desk))
})
