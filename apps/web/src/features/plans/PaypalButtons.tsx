import type { PaymentSetup } from '@kerf/contract/payment'
import { Button } from '@kerf/ui/Button'
import {
  INSTANCE_LOADING_STATE,
  PayPalProvider,
  usePayPal,
  usePayPalGuestPaymentSession,
  usePayPalOneTimePaymentSession,
} from '@paypal/react-paypal-js/sdk-v6'
import { useState } from 'react'
import { pricingWords } from '#messages/account/payments.ts'
import { PaymentsLoading } from './PaymentsLoading.tsx'
import type { Payment } from './use-payment.ts'

interface PaypalButtonsProps {
  setup: PaymentSetup
  payment: Payment
}

const words = pricingWords.payment
const PAYPAL_COMPONENTS = ['paypal-payments', 'paypal-guest-payments'] as const

/** PayPal's two buttons: for its accounts, and for cards. Rendering them loads PayPal's script. */
export function PaypalButtons({ setup, payment }: PaypalButtonsProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <PayPalProvider
      key={attempt}
      clientToken={setup.clientToken}
      environment={setup.environment ?? 'production'}
      components={[...PAYPAL_COMPONENTS]}
      pageType="checkout"
    >
      <LoadedButtons payment={payment} onRetry={() => setAttempt(attempt + 1)} />
    </PayPalProvider>
  )
}

function LoadedButtons({ payment, onRetry }: { payment: Payment; onRetry: () => void }) {
  const { loadingStatus } = usePayPal()
  if (loadingStatus === INSTANCE_LOADING_STATE.PENDING) return <PaymentsLoading />
  if (loadingStatus === INSTANCE_LOADING_STATE.REJECTED) {
    return (
      <div className="payment-refusal" role="alert">
        <p>{words.blocked}</p>
        <Button onClick={onRetry}>{words.tryAgain}</Button>
      </div>
    )
  }
  return (
    <>
      {payment.confirming && (
        <p className="payment-refusal" role="status">
          {words.confirming}
        </p>
      )}
      {/* The buttons stay mounted while the payment is confirmed, because their sessions wait for the confirmation. */}
      <fieldset className="payment-buttons" hidden={payment.confirming}>
        <legend className="sr-only">{words.methods}</legend>
        <AccountButton payment={payment} />
        <CardButton payment={payment} />
      </fieldset>
      <p className="text-small text-ink-2 mt-3.5 max-w-[44ch]">{words.loadedFrom}</p>
    </>
  )
}

function AccountButton({ payment }: { payment: Payment }) {
  const { confirming: _, ...callbacks } = payment
  const { error, handleClick } = usePayPalOneTimePaymentSession({ ...callbacks, presentationMode: 'auto' })
  if (error) return null
  return <paypal-button type="pay" onClick={() => void handleClick().catch(payment.onError)} />
}

function CardButton({ payment }: { payment: Payment }) {
  const { confirming: _, ...callbacks } = payment
  const { buttonRef, error, handleClick } = usePayPalGuestPaymentSession(callbacks)
  // PayPal does not offer cards in every country.
  if (error) return null
  return (
    <paypal-basic-card-container>
      <paypal-basic-card-button ref={buttonRef} onClick={() => void handleClick().catch(payment.onError)} />
    </paypal-basic-card-container>
  )
}
