import type { User } from '@kerf/contract/auth'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans/plans'
import { useRef, useState } from 'react'
import { pricingWords } from '#messages/account/payments.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { codeSentence, failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { captureOrder, createOrder, reportPayment } from '../../data/queries/payment-calls.ts'
import { accountChanged } from '../../data/session/session.ts'
import { finishPayment, type PaymentEnd } from './finish-payment.ts'

/** Codes of failed orders that are explained to the buyer, because a retry does not help at once. */
const EXPLAINED_CODES = new Set([
  'not_set_up',
  'unknown_amount',
  'too_many_requests',
  'not_signed_in',
  'account_suspended',
])

const words = pricingWords.ends

export interface Payment {
  /** Whether the money is being taken. Meanwhile no button may be pressed. */
  confirming: boolean
  createOrder: () => Promise<{ orderId: string }>
  onApprove: (approval: { orderId: string }) => Promise<void>
  onCancel: () => void
  onError: () => void
}

interface PaymentOptions {
  plan: PaidPlanId
  user: User
  /** Called once, even if the provider's script calls back several times. */
  onEnd: (end: PaymentEnd) => void
}

/** One payment, from the order to its outcome. The provider's buttons call the returned functions. */
export function usePayment({ plan, user, onEnd }: PaymentOptions): Payment {
  const [confirming, setConfirming] = useState(false)
  const latestOnEnd = useLatest(onEnd)
  const progress = useRef<PaymentProgress>({ ended: false, approved: false, order: null })

  async function endPayment(outcome: PaymentEnd, sentence?: string): Promise<void> {
    if (progress.current.ended) return
    progress.current.ended = true
    // Every tab reads the account again, because even a failed payment may have changed it.
    if (outcome !== 'cancelled') await accountChanged()
    showOutcome(outcome, PLANS[plan].name, sentence)
    latestOnEnd.current(outcome)
  }

  async function beginOrder(): Promise<{ orderId: string }> {
    try {
      return { orderId: await createOrder(plan) }
    } catch (error) {
      const refusal = orderRefusal(error)
      void endPayment(refusal.end, refusal.sentence)
      throw error
    }
  }

  return {
    confirming,
    createOrder() {
      // Several presses, also of both buttons, share one order.
      progress.current.order ??= beginOrder()
      return progress.current.order
    },
    async onApprove(approval) {
      if (progress.current.approved) return
      progress.current.approved = true
      setConfirming(true)
      const report = { orderId: approval.orderId, planId: plan, userId: user.id, orderData: approval }
      await endPayment(await finishPayment(report, { captureOrder, reportPayment }))
    },
    // After the approval, a closed or failed window of the provider does not end the payment.
    onCancel: () => void (progress.current.approved || endPayment('cancelled')),
    onError: () => void (progress.current.approved || endPayment('failed')),
  }
}

interface PaymentProgress {
  ended: boolean
  approved: boolean
  order: Promise<{ orderId: string }> | null
}

function showOutcome(end: PaymentEnd, plan: string, sentence: string | undefined): void {
  if (end === 'paid') toasts.show({ title: words.paidTitle, text: words.paidText(plan) })
  if (end === 'cancelled') toasts.show({ title: words.cancelledTitle, text: words.cancelledText })
  if (end === 'failed') toasts.show({ title: words.failedTitle, text: sentence ?? words.failedText, tone: 'fault' })
  if (end === 'owned') toasts.show({ title: words.ownedTitle, text: codeSentence('plan_owned', null) })
  if (end === 'declined') toasts.show({ title: words.declinedTitle, text: words.declinedText, tone: 'fault' })
  if (end === 'pending') toasts.show({ title: words.pendingTitle, text: words.pendingText })
  if (end === 'unconfirmed') toasts.show({ title: words.unconfirmedTitle, text: words.unconfirmedText })
  if (end === 'unclear') toasts.show({ title: words.unclearTitle, text: words.unclearText, tone: 'fault' })
}

/** Outcome of a payment whose order the server refused. Nothing was taken. `sentence`: explanation, if there is one. */
export function orderRefusal(error: unknown): { end: PaymentEnd; sentence?: string } {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'plan_owned') return { end: 'owned' }
  return code !== null && EXPLAINED_CODES.has(code)
    ? { end: 'failed', sentence: failureSentence(error) }
    : { end: 'failed' }
}
