import { planWords } from '#messages/account/plans.ts'
import { questionWords } from '#messages/landing.ts'
import { ProBanner } from '../../../controls/ProBanner.tsx'
import { usePlanTerms } from '../../../data/plans/use-plan-terms.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { FaqSection } from '../../../features/plans/FaqSection.tsx'
import { PlanList } from '../../../features/plans/PlanList.tsx'
import { FeaturesSection } from './FeaturesSection.tsx'
import type { OpenSample } from './TrySample.tsx'

/** Content of the home page below the tool: features, plans and questions. */
export function BelowTool({ onSample }: { onSample: OpenSample }) {
  return (
    <>
      <div className="page">
        <ProBanner />
      </div>
      <FeaturesSection onSample={onSample} />
      {sellsPlans() && <PricingSection />}
      <FaqSection others={questionWords.list} />
    </>
  )
}

/** Plans on the home page. They are those of the pricing page, which a choice opens. */
function PricingSection() {
  const { payments } = usePlanTerms()
  return (
    <section className="home-section page" id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">{planWords.title}</h2>
      <p className="home-lead">
        {planWords.lead} {payments === false && planWords.notSetUp}
      </p>
      <PlanList heading="h3" />
    </section>
  )
}
