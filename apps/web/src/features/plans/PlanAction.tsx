import { PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { Button, buttonClass } from '@kerf/ui/Button'
import { Link } from 'wouter'
import { planWords } from '#messages/account/plans.ts'
import { formatLongDate } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { signInFor } from '../../data/navigation/return-to.ts'
import { paymentPath } from '../../data/plans/plan-terms.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { useSession } from '../../data/session/session.ts'
import { isChoosable, planOffer } from './plan-offer.ts'

interface PlanActionProps {
  plan: PlanId
  label: string
  /** Whether this button may be the primary one of the page. */
  primary?: boolean
  /** Opens the payment area in place. Without it, the button links to the page that has a payment area. */
  onChoose?: (plan: PlanId) => void
  /** Whether the payment area of this plan is open. */
  open?: boolean
}

/** The one action that a viewer can take on a plan. */
export function PlanAction({ plan, label, primary = false, onChoose, open = false }: PlanActionProps) {
  const session = useSession()
  const { payments } = usePlanTerms()
  const offer = planOffer(session, plan)
  const buttonLook = { variant: primary && isChoosable(offer) ? 'primary' : 'paper' } as const
  if (offer === 'current' || offer === 'included') {
    const currentPlan = session.state === 'signed_in' ? session.user.subscription : plan
    return (
      <Button disabled>{offer === 'current' ? planWords.current : planWords.included(PLANS[currentPlan].name)}</Button>
    )
  }
  if (offer === 'free_again') {
    const endsAt = session.state === 'signed_in' ? session.user.subscriptionExpiresAt : null
    return (
      <p className="flex items-center min-h-(--control) text-small text-ink-2">
        {planWords.freeAgain(endsAt === null ? null : formatLongDate(endsAt, LOCALE))}
      </p>
    )
  }
  if (payments === false && isChoosable(offer))
    return <p className="flex min-h-(--control) items-center text-small">{planWords.notSold}</p>
  if (offer === 'choose' && onChoose) {
    return (
      <Button
        {...buttonLook}
        className="of-payments"
        aria-expanded={open}
        aria-controls={open ? 'payment' : undefined}
        onClick={() => onChoose(plan)}
      >
        {label}
      </Button>
    )
  }
  return (
    <Link href={linkTarget(offer, plan)} className={buttonClass(buttonLook, offer === 'sign_up' ? '' : 'of-payments')}>
      {label}
    </Link>
  )
}

function linkTarget(offer: string, plan: PlanId): string {
  if (offer === 'sign_up') return PAGES.signUp.path
  const payment = paymentPath(plan)
  return offer === 'sign_in' ? signInFor(payment) : payment
}
