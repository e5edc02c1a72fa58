import type { User } from '@kerf/contract/auth'
import type { Payment } from '@kerf/contract/user'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans/plans'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { profileWords } from '#messages/account/dashboard.ts'
import { pricingWords, billingWords as words } from '#messages/account/payments.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { showFailure } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { calendarDay } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { formatMoney } from '../../data/formatting/numbers.ts'
import { receiptPath } from '../../data/navigation/pages.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { reportPayment } from '../../data/queries/payment-calls.ts'
import { paymentsQuery } from '../../data/queries/user-queries.ts'
import { accountChanged } from '../../data/session/session.ts'
import { hasReceipt, type PaymentState, paymentState } from './payment-view.ts'

const BADGE_LOOKS: Readonly<Record<PaymentState, BadgeLook>> = {
  paid: 'good',
  pending: 'dashed',
  failed: 'fault',
  refunded: 'plain',
  partlyRefunded: 'good',
}

/** CSS classes for the columns of the list and of its head. */
export const COLUMN_CLASSES = 'grid grid-cols-[3fr_4fr_3fr_4fr_5fr] items-center gap-x-5 gap-y-1'

interface PaymentRowProps {
  payment: Payment
  user: User
}

/** One payment. The row is no table row, because on phones its columns become lines with names. */
export function PaymentRow({ payment, user }: PaymentRowProps) {
  const { plan, amountCents, refundedCents, currency, createdAt, paidAt } = payment
  const { name, period } = PLANS[plan]
  const state = paymentState(payment)
  const day = paidAt ?? createdAt
  return (
    <li
      tabIndex={-1}
      className="border-b border-line py-1.5 max-menu:border-0 max-menu:bg-surface max-menu:px-3.5 max-menu:py-3"
    >
      <dl className={`${COLUMN_CLASSES} min-h-(--touch) max-menu:block`}>
        <PaymentEntry term={words.date}>
          <time dateTime={day}>{calendarDay(day, LOCALE)}</time>
        </PaymentEntry>
        <PaymentEntry term={words.planColumn}>
          {name}, {profileWords.subscription.paid[period].toLocaleLowerCase(LOCALE)}
        </PaymentEntry>
        <PaymentEntry term={words.amount}>
          <span className="time text-[0.9375rem]">{formatMoney(amountCents, currency, LOCALE)}</span>
          {state === 'partlyRefunded' && (
            <small className="block text-small text-ink-2">
              {words.refunded(formatMoney(refundedCents, currency, LOCALE))}
            </small>
          )}
        </PaymentEntry>
        <PaymentEntry term={words.status}>
          <Badge look={BADGE_LOOKS[state]}>{words.statuses[state].toLocaleUpperCase(LOCALE)}</Badge>
        </PaymentEntry>
        <PaymentEntry term={words.number}>
          <ReceiptLink payment={payment} />
        </PaymentEntry>
      </dl>
      {state === 'failed' && <p className="note pb-1.5 max-menu:mt-1.5">{words.failedNote}</p>}
      {state === 'pending' && <PendingNote payment={payment} user={user} />}
    </li>
  )
}

function ReceiptLink({ payment }: { payment: Payment }) {
  if (!hasReceipt(payment)) return <small className="block text-small text-ink-2">{words.order(payment.id)}</small>
  return (
    <Link
      href={receiptPath(payment.id)}
      className="time inline-flex min-h-(--touch) items-center text-[0.9375rem]"
      aria-label={words.open(payment.receiptNumber)}
    >
      {payment.receiptNumber}
    </Link>
  )
}

/** Note on a payment whose outcome is not known yet, with a button that checks it. */
function PendingNote({ payment, user }: PaymentRowProps) {
  const { busy, check } = usePaymentCheck(payment, user)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5 pb-1.5 max-menu:mt-1.5">
      <p className="note flex-[1_1_220px]">{words.pendingNote}</p>
      <Button
        size="small"
        variant="quiet"
        className="max-menu:bg-paper"
        aria-label={words.checkOf(payment.id)}
        aria-disabled={busy || undefined}
        onClick={() => void check()}
      >
        {busy ? words.checking : words.check}
      </Button>
    </div>
  )
}

function PaymentEntry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="max-menu:flex max-menu:items-baseline max-menu:justify-between max-menu:gap-4 max-menu:py-0.5 max-menu:text-end">
      <dt className="max-menu:flex-none max-menu:text-small max-menu:text-ink-2 menu:absolute menu:[clip-path:inset(50%)]">
        {term}
      </dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Lets the server request the state of a payment from the provider, and updates the page. */
function usePaymentCheck({ id, plan }: Payment, user: User): { busy: boolean; check: () => Promise<void> } {
  const { busy, run } = useOneAtATime()
  const queryClient = useQueryClient()
  const check = (): Promise<void> =>
    run(async () => {
      try {
        const planId = plan as PaidPlanId
        const { subscription } = await reportPayment({ orderId: id, planId, userId: user.id })
        await accountChanged()
        if (subscription !== 'free') toasts.show({ title: pricingWords.ends.paidTitle, text: pricingWords.ends.paid })
      } catch (error) {
        showCheckFailure(error)
      }
      await queryClient.invalidateQueries({ queryKey: paymentsQuery.queryKey })
    })
  return { busy, check }
}

/** Shows that a payment is pending, or an unexpected failure. The list shows all other outcomes. */
function showCheckFailure(error: unknown): void {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'payment_pending')
    toasts.show({ title: pricingWords.ends.pendingTitle, text: pricingWords.ends.pendingText })
  else if (code !== 'payment_failed' && code !== 'not_found') showFailure(error)
}
