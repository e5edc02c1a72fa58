import { DEFAULT_FREE_MAX_QUALITY, FREE_MAX_QUALITIES, type FreeMaxQuality } from '@kerf/domain/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/quota'

/** What Free gives. Both are the operator's to set; every text that names one of them takes it from here. */
export interface FreePlanTerms {
  maxQuality: FreeMaxQuality
  dailyLimit: number
}

/** In force where the operator has set nothing, and shown until the server has said what is. */
export const USUAL_FREE_TERMS: FreePlanTerms = {
  maxQuality: DEFAULT_FREE_MAX_QUALITY,
  dailyLimit: DEFAULT_FREE_DAILY_LIMIT,
}

/** What `GET /api/plans` says about Free; null for an answer that is not one. */
export function freeTermsIn(answer: unknown): FreePlanTerms | null {
  const { freeMaxQuality, freeDailyLimit } = Object(answer) as Record<string, unknown>
  const maxQuality = FREE_MAX_QUALITIES.find((quality) => quality === freeMaxQuality)
  if (maxQuality === undefined || typeof freeDailyLimit !== 'number') return null
  return { maxQuality, dailyLimit: freeDailyLimit }
}
