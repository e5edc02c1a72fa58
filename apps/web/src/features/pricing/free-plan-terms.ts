import { DEFAULT_FREE_MAX_QUALITY, type FreeMaxQuality } from '@kerf/domain/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/quota'

/** What Free gives. Both are the operator's to set; every text that names one of them takes it from here. */
export interface FreePlanTerms {
  maxQuality: FreeMaxQuality
  dailyLimit: number
}

export const FREE_PLAN_TERMS: FreePlanTerms = {
  maxQuality: DEFAULT_FREE_MAX_QUALITY,
  dailyLimit: DEFAULT_FREE_DAILY_LIMIT,
}
