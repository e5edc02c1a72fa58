import { planWords } from '#messages/plans.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { PlanStrip } from '../../features/plans/PlanStrip.tsx'

/** The plans on the landing: the same as on the pricing page, which is where a choice leads. */
export function PricingSection() {
  const { payments } = usePlanTerms()
  return (
    <section className="home-section page" id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">{planWords.title}</h2>
      <p className="home-lead">
        {planWords.lead} {payments === false && planWords.notSetUp}
      </p>
      <PlanStrip heading="h3" />
    </section>
  )
}
