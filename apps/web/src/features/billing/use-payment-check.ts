import type { User } from '@kerf/contract/auth'
import type { Payment } from '@kerf/contract/user'
import type { PaidPlanId } from '@kerf/domain/plans/plans'
import { useQueryClient } from '@tanstack/react-query'
import { pricingWords } from '#messages/payments.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { showFailure } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { reportPayment } from '../../data/queries/payment-calls.ts'
import { paymentsQuery } from '../../data/queries/user-queries.ts'
import { accountChanged } from '../../data/session/session.ts'

const words = pricingWords.ends

/** Has the server ask the provider what has become of a payment, and brings the page up to date with it. */
export function usePaymentCheck({ id, plan }: Payment, user: User): { busy: boolean; check: () => Promise<void> } {
  const { busy, run } = useOneAtATime()
  const queryClient = useQueryClient()
  const check = (): Promise<void> =>
    run(async () => {
      try {
        const planId = plan as PaidPlanId
        const { subscription } = await reportPayment({ orderId: id, planId, userId: user.id })
        await accountChanged()
        if (subscription !== 'free') toasts.show({ title: words.paidTitle, text: words.paid })
      } catch (error) {
        showCheckFailure(error)
      }
      await queryClient.invalidateQueries({ queryKey: paymentsQuery.queryKey })
    })
  return { busy, check }
}

/** Whatever became of it stands in the list then; only what is still open is shown. */
function showCheckFailure(error: unknown): void {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'payment_pending') toasts.show({ title: words.pendingTitle, text: words.pendingText })
  else if (code !== 'payment_failed' && code !== 'not_found') showFailure(error)
}
