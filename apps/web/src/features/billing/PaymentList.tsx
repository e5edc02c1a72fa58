import type { User } from '@kerf/contract/auth'
import type { Payment } from '@kerf/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { billingWords as words } from '#messages/payments.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { paymentsQuery } from '../../data/queries/user-queries.ts'
import { PaymentRow } from './PaymentRow.tsx'
import './payments.css'
import { useShownFailure } from '../../data/feedback/show-failure.ts'

/** What was paid, when, and for what. */
export function PaymentList({ user }: { user: User }) {
  const titleId = useId()
  const { data, error, refetch, isFetching } = useQuery(paymentsQuery)
  useShownFailure(error)
  return (
    <section className="mt-10 max-phone:mt-8" aria-labelledby={titleId}>
      <div className="dashboard-section-head">
        <h2 id={titleId}>{words.receipts}</h2>
      </div>
      {data ? (
        <Payments payments={data} user={user} titleId={titleId} />
      ) : error ? (
        <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="status" aria-label={dashboardWords.loading}>
          {['first', 'second', 'third'].map((row) => (
            <span key={row} className="dashboard-blank mt-3 h-10" />
          ))}
        </div>
      )}
    </section>
  )
}

interface PaymentsProps {
  payments: readonly Payment[]
  user: User
  titleId: string
}

function Payments({ payments, user, titleId }: PaymentsProps) {
  if (payments.length === 0)
    return (
      <p className="dashboard-empty">
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
          <PaymentRow key={payment.id} payment={payment} user={user} />
        ))}
      </ul>
    </>
  )
}
