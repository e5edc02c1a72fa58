import { planWords } from '#messages/account/plans.ts'
import { questionWords } from '#messages/landing.ts'
import { ProBanner } from '../../../controls/ProBanner.tsx'
import { usePlanTerms } from '../../../data/plans/use-plan-terms.ts'
import { FaqSection } from '../../../features/plans/FaqSection.tsx'
import { PlanList } from '../../../features/plans/PlanList.tsx'
import { FeaturesSection } from './FeaturesSection.tsx'
import type { OpenSample } from './TrySample.tsx'

/** What the home page says below the tool: what is special, the plans, questions. */
export function BelowTool({ onSample }: { onSample: OpenSample }) {
  return (
    <>
      <div className="page">
        <ProBanner />
      </div>
      <FeaturesSection onSample={onSample} />
      <PricingSection />
      <FaqSection others={questionWords.list} />
    </>
  )
}

/** The plans on the home page: the same as on the pricing page, which is where a choice leads. */
function PricingSection() {
  const { payments } = usePlanTerms()
  return (
    <section className="of-plans home-section page" id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">{planWords.title}</h2>
      <p className="home-lead">
        {planWords.lead} {payments === false && planWords.notSetUp}
      </p>
      <PlanList heading="h3" />
    </section>
  )
}
