import { PLANS } from '@kerf/domain/plans'
import { QUALITIES } from '@kerf/domain/quality'
import { DEFAULT_FREE_MAX_QUALITY } from '@kerf/domain/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/quota'
import { Button } from '@kerf/ui/Button'
import { Joined } from '@kerf/ui/Joined'
import { useState } from 'react'
import { landing } from '#messages/landing.ts'
import { PlanCard } from './PlanCard.tsx'
import { priceOf, yearlySaving } from './plan-prices.ts'

const words = landing.pricing
const saving = yearlySaving()
const freeLines = QUALITIES[DEFAULT_FREE_MAX_QUALITY].height ?? 0
const allLines = QUALITIES['2160p'].height ?? 0

/** One strip with two cuts. */
export function PricingSection() {
  const [yearly, setYearly] = useState(true)
  const pro = PLANS[yearly ? 'pro-yearly' : 'pro-monthly']
  return (
    <section className="home-section page" id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">{words.title}</h2>
      <p className="home-lead">{words.lead}</p>
      <div className="plans">
        <PlanCard
          name={PLANS.free.name}
          price={priceOf(PLANS.free.priceCents)}
          note={words.free.note}
          upToLines={freeLines}
          list={words.free.list(DEFAULT_FREE_MAX_QUALITY, DEFAULT_FREE_DAILY_LIMIT)}
          action={{ label: words.free.choose, href: '/signup' }}
        />
        <PlanCard
          chosen
          name={pro.name}
          price={priceOf(pro.priceCents)}
          per={yearly ? words.aYear : words.aMonth}
          note={
            yearly
              ? words.pro.yearlyNote(saving.monthsFree, priceOf(saving.savedCents), priceOf(saving.listCents))
              : words.pro.monthlyNote
          }
          upToLines={allLines}
          list={words.pro.list}
          action={{ label: words.pro.choose, href: '/signin' }}
          beside={
            <Joined aria-label={words.period}>
              <Button size="small" aria-pressed={!yearly} onClick={() => setYearly(false)}>
                {words.monthly}
              </Button>
              <Button size="small" aria-pressed={yearly} onClick={() => setYearly(true)}>
                {words.yearly}
              </Button>
            </Joined>
          }
        />
        <PlanCard
          name={PLANS.lifetime.name}
          price={priceOf(PLANS.lifetime.priceCents)}
          per={words.once}
          note={words.lifetime.note}
          upToLines={allLines}
          list={words.lifetime.list}
          action={{ label: words.lifetime.choose, href: '/signin' }}
        />
      </div>
    </section>
  )
}
