import { afterAll, beforeAll, describe, it } from 'vitest'
import { DATABASE_KINDS } from '../../adapters/database/testing/open-test-database.ts'
import { expectOneOfTwoPlans, expectOnePayment } from '../testing/captures-at-once.ts'
import { openCashDesk } from '../testing/cash-desk.ts'

describe.each(DATABASE_KINDS)('a payment on $name', (kind) => {
  describe.skipIf(kind.skipped)('that its payer has approved', () => {
    let desk: Awaited<ReturnType<typeof openCashDesk>>
    beforeAll(async () => {
      desk = await openCashDesk(kind)
    })
    afterAll(() => desk?.remove())

    /** Again and again: races.hard.ts. */
    it('is paid once by fifty who press at once, and all hear the same', () => expectOnePayment(desk))

    it('is not taken beside another that is about to give everything, however many tabs press at once', () =>
      expectOneOfTwoPlans(desk))
  })
})
