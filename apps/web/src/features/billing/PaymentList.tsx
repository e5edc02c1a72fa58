import type { User } from '@kerf/contract/auth'
import type { Payment } from '@kerf/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { billingWords as words } from '#messages/account/payments.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { useFailureToast } from '../../data/feedback/show-failure.ts'
import { paymentsQuery } from '../../data/queries/user-queries.ts'
import { COLUMN_CLASSES, PaymentRow } from './PaymentRow.tsx'

/** List of the payments of an account. */
export function PaymentList({ user }: { user: User }) {
  const titleId = useId()
  const { data, error, refetch, isFetching } = useQuery(paymentsQuery)
  useFailureToast(error)
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
      <div
        className={`${COLUMN_CLASSES} border-b-2 border-ink pb-2.5 text-small font-semibold text-ink-2 max-menu:hidden`}
        aria-hidden="true"
      >
        {[words.date, words.planColumn, words.amount, words.status, words.number].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul
        className="max-menu:grid max-menu:gap-(--kerf) max-menu:overflow-clip max-menu:rounded-bar"
        aria-labelledby={titleId}
      >
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} user={user} />
        ))}
      </ul>
    </>
  )
}
