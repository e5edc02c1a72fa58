import type { User } from '@kerf/contract/account'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans'
import { useRef, useState } from 'react'
import { pricingWords } from '#messages/pricing.ts'
import { captureOrder, createOrder, reportPayment } from '../../api/payment-calls.ts'
import { toasts } from '../../app/toasts.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { session } from '../../session/session.ts'
import { type PaymentEnd, settlePayment } from './settle-payment.ts'

const words = pricingWords.ends

export interface Payment {
  /** The money is being taken: nothing may be pressed. */
  confirming: boolean
  createOrder: () => Promise<{ orderId: string }>
  onApprove: (approval: { orderId: string }) => Promise<void>
  onCancel: () => void
  onError: () => void
}

interface PaymentOptions {
  plan: PaidPlanId
  user: User
  /** Called once, however often the provider's script calls back. */
  onEnd: (end: PaymentEnd) => void
}

/** One payment, from the order to what became of it. The provider's buttons call back into this. */
export function usePayment({ plan, user, onEnd }: PaymentOptions): Payment {
  const [confirming, setConfirming] = useState(false)
  const latestOnEnd = useLatest(onEnd)
  const progress = useRef({ ended: false, approved: false })

  async function end(how: PaymentEnd): Promise<void> {
    if (progress.current.ended) return
    progress.current.ended = true
    // Also after a failure: whatever the server has granted, or ended, is to be seen.
    if (how !== 'cancelled') await session.refresh()
    announce(how, PLANS[plan].name)
    latestOnEnd.current(how)
  }

  return {
    confirming,
    async createOrder() {
      try {
        return { orderId: await createOrder(plan) }
      } catch (error) {
        void end('failed')
        throw error
      }
    },
    async onApprove(approval) {
      if (progress.current.approved) return
      progress.current.approved = true
      setConfirming(true)
      const report = { orderId: approval.orderId, planId: plan, userId: user.id, orderData: approval }
      await end(await settlePayment(report, { captureOrder, reportPayment }))
    },
    // What happens to the provider's window after the approval is no longer the payer's word on the payment.
    onCancel: () => void (progress.current.approved || end('cancelled')),
    onError: () => void (progress.current.approved || end('failed')),
  }
}

function announce(end: PaymentEnd, plan: string): void {
  if (end === 'paid') toasts.show({ title: words.paidTitle, text: words.paidText(plan) })
  if (end === 'cancelled') toasts.show({ title: words.cancelledTitle, text: words.cancelledText })
  if (end === 'failed') toasts.show({ title: words.failedTitle, text: words.failedText, tone: 'fault' })
  if (end === 'declined') toasts.show({ title: words.declinedTitle, text: words.declinedText, tone: 'fault' })
  if (end === 'pending') toasts.show({ title: words.pendingTitle, text: words.pendingText })
  if (end === 'unconfirmed') toasts.show({ title: words.unconfirmedTitle, text: words.unconfirmedText })
  if (end === 'unclear') toasts.show({ title: words.unclearTitle, text: words.unclearText, tone: 'fault' })
}
