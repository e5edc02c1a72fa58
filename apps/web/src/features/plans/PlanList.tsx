import { QUALITIES } from '@kerf/domain/formats/quality'
import { type PaidPlanId, PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { Button, Joined } from '@kerf/ui/Button'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { planWords, planWords as words } from '#messages/account/plans.ts'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { formatLongDate } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { formatPrice } from '../../data/formatting/numbers.ts'
import { paymentPath, yearlySaving } from '../../data/plans/plan-terms.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { useSession } from '../../data/session/session.ts'
import { PlanAction } from './PlanAction.tsx'
import { PlanCard } from './PlanCard.tsx'
import { isChoosable, planOffer } from './plan-offer.ts'

interface PlanListProps {
  heading: 'h2' | 'h3'
  /** Opens the payment area in place. Without it, the buttons link to the pricing page. */
  onChoose?: (plan: PlanId) => void
  /** Plan whose payment area is open. */
  chosen?: PlanId | null
  /** Called with the other period of the plan whose payment area is open. */
  onChange?: (plan: PlanId) => void
  /** Whether one of these buttons is the primary one of the page. */
  primary?: boolean
}

const yearlySavings = yearlySaving()
type ProPlanId = 'pro-monthly' | 'pro-yearly'
const isProPlan = (plan: PlanId | null): plan is ProPlanId => plan === 'pro-monthly' || plan === 'pro-yearly'
const maxHeight = QUALITIES['2160p'].height ?? 0

/** The three plans, side by side. */
export function PlanList({ heading, onChoose, onChange, chosen = null, primary = false }: PlanListProps) {
  const session = useSession()
  const { maxQuality, dailyLimit } = usePlanTerms()
  // The code of this list may load last. Until then a press would be lost.
  const isHydrated = useIsHydrated()
  const [selectedPro, setSelectedPro] = useState<ProPlanId | null>(null)
  const currentPlan = session.state === 'signed_in' ? session.user.subscription : null
  // The card of Pro shows the plan that is being bought, else the selected period, else the plan of the account.
  const proId = [chosen, selectedPro, currentPlan].find(isProPlan) ?? 'pro-yearly'
  const isYearly = proId === 'pro-yearly'
  const proPlan = PLANS[proId]
  const isProNext = isChoosable(planOffer(session, proId))
  const actionProps = onChoose ? { onChoose } : {}
  function showPlan(plan: ProPlanId): void {
    setSelectedPro(plan)
    if (isProPlan(chosen) && chosen !== plan) onChange?.(plan)
  }
  return (
    <div className="mt-11.5 grid grid-cols-[1fr_1.15fr_1fr] gap-(--kerf) max-desk:grid-cols-[1fr]">
      <PlanCard
        heading={heading}
        name={PLANS.free.name}
        price={formatPrice(PLANS.free.priceCents)}
        note={words.free.note}
        upToHeight={QUALITIES[maxQuality].height ?? 0}
        list={words.free.list(maxQuality, dailyLimit)}
        action={<PlanAction plan="free" label={words.free.choose} />}
      />
      <PlanCard
        chosen
        heading={heading}
        name={proPlan.name}
        price={formatPrice(proPlan.priceCents)}
        per={isYearly ? words.aYear : words.aMonth}
        note={
          <PlanNote plan={proId}>
            {isYearly
              ? words.pro.yearlyNote(
                  yearlySavings.monthsFree,
                  formatPrice(yearlySavings.savedCents),
                  formatPrice(yearlySavings.listCents),
                )
              : words.pro.monthlyNote}
          </PlanNote>
        }
        upToHeight={maxHeight}
        list={words.pro.list}
        action={
          <PlanAction
            plan={proId}
            label={words.pro.choose}
            primary={primary}
            open={chosen === proId}
            {...actionProps}
          />
        }
        beside={
          <Joined aria-label={words.period}>
            <Button
              size="small"
              disabled={!isHydrated}
              aria-pressed={!isYearly}
              onClick={() => showPlan('pro-monthly')}
            >
              {words.monthly}
            </Button>
            <Button size="small" disabled={!isHydrated} aria-pressed={isYearly} onClick={() => showPlan('pro-yearly')}>
              {words.yearly}
            </Button>
          </Joined>
        }
      />
      <PlanCard
        heading={heading}
        name={PLANS.lifetime.name}
        price={formatPrice(PLANS.lifetime.priceCents)}
        per={words.once}
        note={words.lifetime.note}
        upToHeight={maxHeight}
        list={words.lifetime.list}
        action={
          <PlanAction
            plan="lifetime"
            label={words.lifetime.choose}
            primary={primary && !isProNext}
            open={chosen === 'lifetime'}
            {...actionProps}
          />
        }
      />
    </div>
  )
}

/**
 * Note on a plan. For the plan of the account it shows the end and a link that extends the plan, because the plan's
 * button does not extend it.
 */
function PlanNote({ plan, children }: { plan: PaidPlanId; children: ReactNode }) {
  const session = useSession()
  const { payments } = usePlanTerms()
  if (session.state !== 'signed_in' || session.user.subscription !== plan) return children
  const endsAt = session.user.subscriptionExpiresAt
  if (endsAt === null) return children
  return (
    <>
      {planWords.yoursUntil(formatLongDate(endsAt, LOCALE))}{' '}
      {payments !== false && <Link href={paymentPath(plan)}>{planWords.extend}</Link>}
    </>
  )
}
