import type { FreeMaxQuality } from '@kerf/domain/quality-access'
import type { Records } from '../../ports/database.ts'
import { ownSettingsInForce } from './effective-settings.ts'

/** What the free plan gives on this server. */
export interface FreeTerms {
  freeMaxQuality: FreeMaxQuality
  freeDailyLimit: number
}

/** Read anew for every decision: what the operator sets holds from the next call on. */
export async function termsInForce(records: Pick<Records, 'settings'>): Promise<FreeTerms> {
  const { freeMaxQuality, freeDailyLimit } = await ownSettingsInForce(records)
  return { freeMaxQuality, freeDailyLimit }
}
