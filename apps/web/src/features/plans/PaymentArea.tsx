import type { User } from '@kerf/contract/auth'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans/plans'
import { Button } from '@kerf/ui/Button'
import { useEffect, useRef, useState } from 'react'
import { pricingWords } from '#messages/account/payments.ts'
import { planWords } from '#messages/account/plans.ts'
import { serverDate } from '../../browser/server-clock.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { formatLongDate } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { formatPrice } from '../../data/formatting/numbers.ts'
import type { PaymentEnd } from './finish-payment.ts'
import { PaymentMethods } from './PaymentMethods.tsx'
import { purchaseEffect } from './purchase-effect.ts'
import { usePayment } from './use-payment.ts'

/** How the payment area was opened: by the page's URL, a plan's button, or the switch between month and year. */
export type OpenedBy = 'address' | 'choice' | 'switch'

interface PaymentAreaProps {
  plan: PaidPlanId
  openedBy: OpenedBy
  user: User
  onCancel: () => void
  onEnd: (end: PaymentEnd) => void
}

const words = pricingWords.payment
const PRICE_PERIODS = { month: planWords.aMonth, year: planWords.aYear, forever: planWords.once }

const dayText = (time: Date): string => formatLongDate(time.toISOString(), LOCALE)

/** Chosen plan, its price, and the payment methods. The area is below the plans. */
export function PaymentArea({ plan, openedBy, user, onCancel, onEnd }: PaymentAreaProps) {
  const { name, priceCents, period } = PLANS[plan]
  const payment = usePayment({ plan, user, onEnd })
  const effect = purchaseEffect(user, plan, serverDate())
  // The first title stays, because the payment itself changes the plan of the account.
  const [title] = useState(user.subscription === plan ? words.extendTitle : words.title)
  const area = useRef<HTMLElement>(null)
  const price = formatPrice(priceCents)
  const paidPeriod = period === 'none' ? 'forever' : period

  useEffect(() => {
    // An open toast about the sign-in is not replaced.
    if (openedBy !== 'address' || !toasts.current()?.open)
      toasts.show({ title, text: words.chosen(name, price, PRICE_PERIODS[paidPeriod]) })
    // Switching between month and year does not scroll the page.
    if (openedBy === 'switch') return
    area.current?.focus({ preventScroll: true })
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [openedBy, title, name, price, paidPeriod])

  return (
    // The plan is on the left, the payment methods on the right.
    <section
      className="payment mt-[calc(14px+2*var(--kerf))] grid scroll-m-4 grid-cols-[minmax(0,1fr)_minmax(0,420px)] grid-rows-[auto_auto_1fr_auto] gap-x-12 rounded-bar bg-surface px-7 py-8 max-desk:mt-6 max-desk:block max-desk:px-5 max-desk:py-6"
      id="payment"
      ref={area}
      tabIndex={-1}
      aria-labelledby="payment-title"
    >
      <h2 id="payment-title">{title}</h2>
      <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
        <Fact term={words.plan}>{name}</Fact>
        <Fact term={words.price} className="time">
          {price}
        </Fact>
        <Fact term={words.period}>{words.periods[paidPeriod]}</Fact>
        {effect.until && <Fact term={words.until}>{dayText(effect.until)}</Fact>}
      </dl>
      <p className="text-small text-ink-2 mt-3.5 max-w-[44ch]">
        {effect.kind !== 'begins' && `${words[effect.kind](PLANS[user.subscription].name, dayText(effect.heldUntil))} `}
        {words.ends}
      </p>
      <div className="col-start-2 row-[1/5] self-center max-desk:mt-6">
        <PaymentMethods payment={payment} />
      </div>
      <Button
        variant="paper"
        className="col-start-1 mt-6 self-end justify-self-start max-desk:w-full"
        disabled={payment.confirming}
        onClick={onCancel}
      >
        {words.cancel}
      </Button>
    </section>
  )
}

function Fact({ term, className = '', children }: { term: string; className?: string; children: string }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className={`text-h3/[1.3] ${className}`}>{children}</dd>
    </div>
  )
}
