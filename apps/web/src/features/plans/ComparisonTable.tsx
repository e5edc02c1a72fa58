import { PLANS } from '@kerf/domain/plans/plans'
import { pricingWords } from '#messages/account/payments.ts'
import type { PlanTerms } from '../../data/plans/plan-terms.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'

const words = pricingWords.compare

export function ComparisonTable() {
  const terms = usePlanTerms()
  return (
    <section className="home-section page compare" aria-labelledby="compare-title">
      <h2 id="compare-title">{words.title}</h2>
      <table
        className="mt-8 w-full border-collapse text-body/[1.35] max-[560px]:text-[1rem]"
        aria-labelledby="compare-title"
      >
        <thead>
          <tr>
            {words.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisonRows(terms).map(([feature, free, pro]) => (
            <tr key={feature}>
              <th scope="row">{feature}</th>
              <td>{free}</td>
              <td>{pro}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-small text-ink-2">{words.note(PLANS.lifetime.name)}</p>
    </section>
  )
}

/** Row of the table: the feature, and its values for Free and for Pro. */
type ComparisonRow = readonly [feature: string, free: string, pro: string]

function comparisonRows({ maxQuality, dailyLimit }: PlanTerms): readonly ComparisonRow[] {
  const freeQuality = maxQuality === '360p' ? words.only(maxQuality) : words.upTo(maxQuality)
  return [
    [words.quality, freeQuality, words.upTo('4K')],
    [words.perDay, String(dailyLimit), words.unlimited],
    [words.audio, words.yes, words.yes],
    [words.extras, words.no, words.yes],
    [words.support, words.community, words.priority],
    [words.ads, words.adsOnFree, words.adsOnPro],
  ]
}
