import type { FreeMaxQuality } from '@kerf/domain/access/quality-access'
import type { Records } from '../../ports/database.ts'
import { ownSettingsInForce } from './effective-settings.ts'

/** What the free plan gives on this server. */
export interface FreeTerms {
  freeMaxQuality: FreeMaxQuality
  freeDailyLimit: number
}

/** As cached in `database.records`: asked once a request, before its transaction. */
export async function termsInForce(records: Pick<Records, 'settings'>): Promise<FreeTerms> {
  const { freeMaxQuality, freeDailyLimit } = await ownSettingsInForce(records)
  return { freeMaxQuality, freeDailyLimit }
}
