import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { Button, buttonClass } from '@kerf/ui/Button'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { billingWords } from '#messages/account/payments.ts'
import { pageWords } from '#messages/site.ts'
import { keepFocus } from '../../browser/keep-focus.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { useFailureToast } from '../../data/feedback/show-failure.ts'
import { withProductName } from '../../data/navigation/page-title.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { paymentsQuery } from '../../data/queries/user-queries.ts'
import { useSession } from '../../data/session/session.ts'
import { hasReceipt } from '../../features/billing/payment-view.ts'
import { ReceiptSheet } from '../../features/billing/ReceiptSheet.tsx'
import './dashboard.css'
import '../../features/billing/receipt.css'

const words = billingWords.receipt

/** One receipt, for the screen and for print. */
export function ReceiptPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={keepFocus} className="page receipt-page max-w-[760px] pt-[clamp(16px,4vh,40px)]">
        <Receipt />
      </div>
    </QueryClientProvider>
  )
}

function Receipt() {
  const session = useSession()
  const { order } = useParams<{ order: string }>()
  const { data, error, refetch, isFetching } = useQuery(paymentsQuery)
  useFailureToast(error)
  const payment = data?.find(({ id }) => id === order)
  const number = payment?.receiptNumber ?? null

  useEffect(() => {
    // The title is also the name of a file into which the receipt is printed.
    document.title = withProductName(number === null ? pageWords.receipt.title : words.heading(number))
  }, [number])

  // The person may have signed out since the guard let them in.
  if (session.state !== 'signed_in') return null
  if (payment && hasReceipt(payment)) {
    return (
      <>
        <div className="receipt-ways mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <BackLink />
          <Button variant="primary" className="max-phone:flex-auto" onClick={() => print()}>
            {words.print}
          </Button>
        </div>
        <ReceiptSheet payment={payment} buyer={session.user} seller={`${PRODUCT_NAME}, ${location.host}`} />
      </>
    )
  }
  if (data && !isFetching) {
    return (
      <>
        <h1>{pageWords.receipt.title}</h1>
        <p className="dashboard-empty">
          <b>{payment ? words.unpaid : words.unknown}</b> {payment ? words.unpaidMore : words.unknownMore}
        </p>
        <Link href={PAGES.billing.path} className={buttonClass({}, 'mt-6')}>
          {words.back}
        </Link>
      </>
    )
  }
  return (
    <>
      <h1>{pageWords.receipt.title}</h1>
      {error && !isFetching ? (
        <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="status" aria-label={words.loading}>
          <span className="dashboard-blank h-80" />
        </div>
      )}
    </>
  )
}

function BackLink() {
  return (
    <Link href={PAGES.billing.path} className="inline-flex min-h-(--touch) items-center text-small">
      {words.back}
    </Link>
  )
}
