import { DEFAULT_FREE_MAX_QUALITY, type FreeMaxQuality } from '@kerf/domain/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/quota'
import type { Records } from '../../ports.ts'

/** What the free plan gives on this server. */
export interface FreeTerms {
  freeMaxQuality: FreeMaxQuality
  freeDailyLimit: number
}

/** Read anew for every decision: what the operator sets holds from the next call on. */
export async function termsInForce({ settings }: Pick<Records, 'settings'>): Promise<FreeTerms> {
  const { freeMaxQuality = DEFAULT_FREE_MAX_QUALITY, freeDailyLimit = DEFAULT_FREE_DAILY_LIMIT } = await settings.read()
  return { freeMaxQuality, freeDailyLimit }
}
