import { pricingWords } from '#messages/pricing.ts'
import type { PlanTerms } from '../../data/plans/plan-terms.ts'

const words = pricingWords.compare

/** Feature, Free, Pro. */
export type ComparisonRow = readonly [feature: string, free: string, pro: string]

export function comparisonRows({ maxQuality, dailyLimit }: PlanTerms): readonly ComparisonRow[] {
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
