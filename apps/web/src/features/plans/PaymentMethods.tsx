import { Button } from '@kerf/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { pricingWords } from '#messages/account/payments.ts'
import { planWords } from '#messages/account/plans.ts'
import { ErrorBoundary } from '../../controls/ErrorBoundary.tsx'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { loadPaymentSetup } from '../../data/queries/payment-calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { PaymentsLoading } from './PaymentsLoading.tsx'
import type { Payment } from './use-payment.ts'

const words = pricingWords.payment

const PaypalButtons = lazy(async () => ({ default: (await import('./PaypalButtons.tsx')).PaypalButtons }))

/** Payment methods. Only this component loads the code of the provider and contacts the provider. */
export function PaymentMethods({ payment }: { payment: Payment }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.paymentSetup,
    queryFn: ({ signal }) => loadPaymentSetup(signal),
    // The token in the setup is valid for minutes, so the next choice of a plan fetches a new setup.
    gcTime: 0,
  })

  const code = error instanceof ApiError ? error.code : null

  if (data) {
    return (
      <ErrorBoundary fallback={<p className="payment-refusal">{words.blocked}</p>}>
        <Suspense fallback={<PaymentsLoading />}>
          <PaypalButtons setup={data} payment={payment} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  if (code === 'not_set_up') return <p className="payment-refusal">{planWords.notSetUp}</p>
  if (!error || isFetching) return <PaymentsLoading />
  return (
    <div className="payment-refusal" role="alert">
      <p>{failureSentence(error)}</p>
      <Button onClick={() => refetch()}>{words.tryAgain}</Button>
    </div>
  )
}
