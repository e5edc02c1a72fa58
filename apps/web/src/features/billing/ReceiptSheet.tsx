import type { User } from '@kerf/contract/auth'
import { PLANS } from '@kerf/domain/plans/plans'
import { Badge } from '@kerf/ui/Badge'
import type { ReactNode } from 'react'
import { billingWords, pricingWords } from '#messages/account/payments.ts'
import { formatLongDate } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { formatMoneyWithCode } from '../../data/formatting/numbers.ts'
import { paymentState, type ReceiptedPayment } from './payment-view.ts'

const words = billingWords.receipt

interface ReceiptSheetProps {
  payment: ReceiptedPayment
  buyer: User
  seller: string
}

/** Receipt of a payment: amount, buyer, seller and plan. */
export function ReceiptSheet({ payment, buyer, seller }: ReceiptSheetProps) {
  const { id, plan, amountCents, refundedCents, currency, receiptNumber, paidAt, startsAt, endsAt } = payment
  const { name, period } = PLANS[plan]
  const state = paymentState(payment)
  const moneyText = (cents: number): string => formatMoneyWithCode(cents, currency, LOCALE)
  return (
    <article
      className="payment-receipt rounded-bar bg-surface px-7 py-8 max-phone:px-4 max-phone:py-5"
      aria-labelledby="receipt-title"
    >
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 id="receipt-title" className="mb-2">
          {words.heading(receiptNumber)}
        </h1>
        <Badge look="plain">{billingWords.statuses[state].toLocaleUpperCase(LOCALE)}</Badge>
      </header>
      <dl>
        <Fact term={words.seller}>{seller}</Fact>
        <Fact term={words.buyer}>
          {buyer.name?.trim() || buyer.username}
          <br />
          {buyer.email}
        </Fact>
        <Fact term={words.paidOn}>
          <time dateTime={paidAt}>{formatLongDate(paidAt, LOCALE)}</time>
        </Fact>
        <Fact term={words.plan}>{name}</Fact>
        {period !== 'none' && <Fact term={words.period}>{pricingWords.payment.periods[period]}</Fact>}
        {endsAt && (
          <Fact term={pricingWords.payment.until}>
            <time dateTime={endsAt}>{formatLongDate(endsAt, LOCALE)}</time>
          </Fact>
        )}
        <Fact term={words.paidBy}>{words.provider}</Fact>
        <Fact term={words.order} look="figures">
          {id}
        </Fact>
        <Fact term={words.amount} look={refundedCents === 0 ? 'sum' : 'figures'}>
          {moneyText(amountCents)}
        </Fact>
        {refundedCents > 0 && (
          <>
            <Fact term={words.refunded} look="figures">
              {moneyText(-refundedCents)}
            </Fact>
            <Fact term={words.remains} look="sum">
              {moneyText(amountCents - refundedCents)}
            </Fact>
          </>
        )}
      </dl>
      <p className="note pt-4">
        {startsAt && startsAt > paidAt && `${pricingWords.payment.extends(name, formatLongDate(startsAt, LOCALE))} `}
        {words.once}
      </p>
    </article>
  )
}

const VALUE_CLASSES = {
  words: 'font-semibold',
  figures: 'time text-[0.9375rem]',
  /** Look of the total amount. */
  sum: 'time text-lead',
}

interface FactProps {
  term: string
  look?: keyof typeof VALUE_CLASSES
  children: ReactNode
}

function Fact({ term, look = 'words', children }: FactProps) {
  const edgeClass = look === 'sum' ? 'border-t-2 border-ink' : 'border-t border-line-firm'
  return (
    <div
      className={`${edgeClass} grid grid-cols-[1fr_2fr] gap-x-6 gap-y-1 py-3 max-phone:grid-cols-[1fr] max-phone:gap-0`}
    >
      <dt className="text-ink-2">{term}</dt>
      <dd className={`${VALUE_CLASSES[look]} wrap-anywhere`}>{children}</dd>
    </div>
  )
}
