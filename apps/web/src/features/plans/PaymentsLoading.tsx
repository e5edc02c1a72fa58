import { pricingWords } from '#messages/account/payments.ts'

/** The shape of the two buttons that are on their way. */
export function PaymentsLoading() {
  return (
    <div className="payment-buttons" role="status" aria-label={pricingWords.payment.loading}>
      <i />
      <i />
    </div>
  )
}
