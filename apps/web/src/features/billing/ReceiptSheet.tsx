import type { User } from '@kerf/contract/auth'
import { PLANS } from '@kerf/domain/plans/plans'
import { Badge } from '@kerf/ui/Badge'
import type { ReactNode } from 'react'
import { billingWords, pricingWords } from '#messages/payments.ts'
import { dayWords } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { exactMoneyWords } from '../../data/formatting/numbers.ts'
import { paymentState, type ReceiptedPayment } from './payment-view.ts'

const words = billingWords.receipt

interface ReceiptSheetProps {
  payment: ReceiptedPayment
  buyer: User
  seller: string
}

/** What was paid, by whom, to whom and for what. */
export function ReceiptSheet({ payment, buyer, seller }: ReceiptSheetProps) {
  const { id, plan, amountCents, refundedCents, currency, receiptNumber, paidAt, startsAt, endsAt } = payment
  const { name, period } = PLANS[plan]
  const state = paymentState(payment)
  const money = (cents: number): string => exactMoneyWords(cents, currency, LOCALE)
  return (
    <article className="payment-receipt" aria-labelledby="receipt-title">
      <header>
        <h1 id="receipt-title">{words.heading(receiptNumber)}</h1>
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
          <time dateTime={paidAt}>{dayWords(paidAt, LOCALE)}</time>
        </Fact>
        <Fact term={words.plan}>{name}</Fact>
        {period !== 'none' && <Fact term={words.period}>{pricingWords.payment.periods[period]}</Fact>}
        {endsAt && (
          <Fact term={pricingWords.payment.until}>
            <time dateTime={endsAt}>{dayWords(endsAt, LOCALE)}</time>
          </Fact>
        )}
        <Fact term={words.paidBy}>{words.provider}</Fact>
        <Fact term={words.order} figures>
          {id}
        </Fact>
        <Fact term={words.amount} figures sum={refundedCents === 0}>
          {money(amountCents)}
        </Fact>
        {refundedCents > 0 && (
          <>
            <Fact term={words.refunded} figures>
              {money(-refundedCents)}
            </Fact>
            <Fact term={words.remains} figures sum>
              {money(amountCents - refundedCents)}
            </Fact>
          </>
        )}
      </dl>
      <p className="note">
        {startsAt && startsAt > paidAt && `${pricingWords.payment.extends(name, dayWords(startsAt, LOCALE))} `}
        {words.once}
      </p>
    </article>
  )
}

interface FactProps {
  term: string
  figures?: boolean
  /** What all of it comes to. */
  sum?: boolean
  children: ReactNode
}

function Fact({ term, figures, sum, children }: FactProps) {
  return (
    <div data-sum={sum || undefined}>
      <dt>{term}</dt>
      <dd className={figures ? 'time' : undefined}>{children}</dd>
    </div>
  )
}
