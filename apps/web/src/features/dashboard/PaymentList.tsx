import type { Payment } from '@kerf/contract/user'
import { PLANS } from '@kerf/domain/plans'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { profileWords } from '#messages/profile.ts'
import { paymentsQuery } from '../../api/user-queries.ts'
import { calendarDay } from '../../formatting/calendar-day.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { moneyWords } from '../../formatting/money.ts'
import { ReadFailed } from './ReadFailed.tsx'
import { useToldFailure } from './tell-failure.ts'
import './payments.css'

const words = dashboardWords.billing
const LOOKS: Readonly<Record<Payment['status'], BadgeLook>> = {
  paid: 'good',
  pending: 'dashed',
  failed: 'fault',
  refunded: 'plain',
}

/** What was paid, when, and for what. */
export function PaymentList() {
  const titleId = useId()
  const { data, error, refetch, isFetching } = useQuery(paymentsQuery)
  useToldFailure(error)
  return (
    <section className="desk-section" aria-labelledby={titleId}>
      <div className="desk-section-head">
        <h2 id={titleId}>{words.receipts}</h2>
      </div>
      {data ? (
        <Payments payments={data} titleId={titleId} />
      ) : error ? (
        <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="status" aria-label={dashboardWords.loading}>
          {['first', 'second', 'third'].map((row) => (
            <span key={row} className="desk-blank mt-3 h-10" />
          ))}
        </div>
      )}
    </section>
  )
}

function Payments({ payments, titleId }: { payments: readonly Payment[]; titleId: string }) {
  if (payments.length === 0)
    return (
      <p className="desk-empty">
        <b>{words.none}</b> {words.noneMore}
      </p>
    )
  return (
    <>
      <div className="payments-head" aria-hidden="true">
        {[words.date, words.planColumn, words.amount, words.status, words.number].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul className="payments" aria-labelledby={titleId}>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
    </>
  )
}

/** A list and not a table: on a phone the columns become lines, and their names come with them. */
function PaymentRow({ payment }: { payment: Payment }) {
  const { id, plan, amountCents, currency, status, createdAt } = payment
  const { name, period } = PLANS[plan]
  return (
    <li>
      <dl className="payment">
        <Entry term={words.date}>
          <time dateTime={createdAt}>{calendarDay(createdAt, LOCALE)}</time>
        </Entry>
        <Entry term={words.planColumn}>
          {name}, {profileWords.subscription.paid[period].toLocaleLowerCase(LOCALE)}
        </Entry>
        <Entry term={words.amount} figures>
          {moneyWords(amountCents, currency, LOCALE)}
        </Entry>
        <Entry term={words.status}>
          <Badge look={LOOKS[status]}>{words.statuses[status].toLocaleUpperCase(LOCALE)}</Badge>
        </Entry>
        <Entry term={words.number} figures>
          {id}
        </Entry>
      </dl>
    </li>
  )
}

function Entry({ term, figures, children }: { term: string; figures?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={figures ? 'time' : undefined}>{children}</dd>
    </div>
  )
}
