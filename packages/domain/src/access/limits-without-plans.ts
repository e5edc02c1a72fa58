import { QUALITIES, QUALITY_IDS, type QualityId } from '../formats/quality.ts'
import type { QualityAccess } from './quality-access.ts'
import type { QuotaLimits } from './quota.ts'
import type { ViewerKind } from './viewer.ts'

export const VIDEO_QUALITIES = QUALITY_IDS.filter((quality) => quality !== 'audio')
export type VideoQuality = (typeof VIDEO_QUALITIES)[number]

/** Limits of a server that sells nothing. Its admins set them; null is no limit. */
export interface LimitsWithoutPlans {
  strangerMaxQuality: VideoQuality
  strangerDailyLimit: number | null
  accountDailyLimit: number | null
  /** Longest clip of strangers and accounts. */
  longestClipMinutes: number | null
}

export const NO_LIMITS: LimitsWithoutPlans = {
  strangerMaxQuality: '2160p',
  strangerDailyLimit: null,
  accountDailyLimit: null,
  longestClipMinutes: null,
}

/** Limits of a viewer of this kind. Admins have none, and neither have people whose earlier plan still runs. */
export function limitsWithoutPlans(
  kind: ViewerKind,
  { strangerDailyLimit, accountDailyLimit, longestClipMinutes }: LimitsWithoutPlans,
): QuotaLimits & { longestClipSeconds: number | null } {
  const dailyLimits: Partial<Record<ViewerKind, number | null>> = {
    anonymous: strangerDailyLimit,
    free: accountDailyLimit,
  }
  const longestClipSeconds = kind in dailyLimits && longestClipMinutes !== null ? longestClipMinutes * 60 : null
  return { dailyLimit: dailyLimits[kind] ?? null, monthlyLimit: null, longestClipSeconds }
}

/** Whether this viewer may download this quality where nothing is sold. */
export function qualityAccessWithoutPlans(
  kind: ViewerKind,
  quality: QualityId,
  { strangerMaxQuality }: Pick<LimitsWithoutPlans, 'strangerMaxQuality'>,
): QualityAccess {
  const isTooHigh = (QUALITIES[quality].height ?? 0) > (QUALITIES[strangerMaxQuality].height ?? 0)
  return kind === 'anonymous' && isTooHigh ? { allowed: false, reason: 'needs_account' } : { allowed: true }
}
