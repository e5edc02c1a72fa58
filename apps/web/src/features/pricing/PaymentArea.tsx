import type { User } from '@kerf/contract/account'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans'
import { Button } from '@kerf/ui/Button'
import { useEffect, useRef } from 'react'
import { planWords } from '#messages/plans.ts'
import { pricingWords } from '#messages/pricing.ts'
import { toasts } from '../../app/toasts.ts'
import { PaymentMethods } from './PaymentMethods.tsx'
import { priceOf } from './plan-prices.ts'
import type { PaymentEnd } from './settle-payment.ts'
import { usePayment } from './use-payment.ts'

interface PaymentAreaProps {
  plan: PaidPlanId
  user: User
  onCancel: () => void
  onEnd: (end: PaymentEnd) => void
}

const words = pricingWords.payment
const PER = { month: planWords.aMonth, year: planWords.aYear, forever: planWords.once }

/** The chosen plan, what it costs, and the ways to pay for it: in place, under the plans. */
export function PaymentArea({ plan, user, onCancel, onEnd }: PaymentAreaProps) {
  const { name, priceCents, period } = PLANS[plan]
  const payment = usePayment({ plan, user, onEnd })
  const area = useRef<HTMLElement>(null)
  const price = priceOf(priceCents)
  const paidPeriod = period === 'none' ? 'forever' : period

  useEffect(() => {
    toasts.show({ title: words.title, text: words.chosen(name, price, PER[paidPeriod]) })
    area.current?.focus({ preventScroll: true })
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [name, price, paidPeriod])

  return (
    <section className="payment" id="payment" ref={area} tabIndex={-1} aria-labelledby="payment-title">
      <h2 id="payment-title">{words.title}</h2>
      <dl className="payment-facts">
        <div>
          <dt>{words.plan}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{words.price}</dt>
          <dd className="time">{price}</dd>
        </div>
        <div>
          <dt>{words.period}</dt>
          <dd>{words.periods[paidPeriod]}</dd>
        </div>
      </dl>
      <p className="payment-note">{words.ends}</p>
      <div className="payment-methods">
        <PaymentMethods payment={payment} />
      </div>
      <Button variant="quiet" disabled={payment.confirming} onClick={onCancel}>
        {words.cancel}
      </Button>
    </section>
  )
}
