import { pricingWords } from '#messages/account/payments.ts'

/** Placeholder of the two payment buttons while they load. */
export function PaymentsLoading() {
  return (
    <div className="payment-buttons" role="status" aria-label={pricingWords.payment.loading}>
      <i />
      <i />
    </div>
  )
}
