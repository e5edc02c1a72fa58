import { limitsWithoutPlans, qualityAccessWithoutPlans } from '@kerf/domain/access/limits-without-plans'
import { isProOnly, type QualityAccess, qualityAccess } from '@kerf/domain/access/quality-access'
import { type QuotaLimits, quotaLimits } from '@kerf/domain/access/quota'
import { kindWithPlans } from '@kerf/domain/access/viewer'
import type { QualityId } from '@kerf/domain/formats/quality'
import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { clipLengthSentence, highQualitySentence, needsAccountSentence } from '@kerf/messages/error-meanings'
import type { ViewerRecord } from '../../ports/clips.ts'
import { type EffectiveSettings, sellsPlans } from './effective-settings.ts'
import { type Refused, refused } from './outcome.ts'

/** Limits of one viewer: from the plan, or from the operator's settings where nothing is sold. */
export interface ViewerLimits extends QuotaLimits {
  longestClipSeconds: number | null
  accessTo(quality: QualityId): QualityAccess
  /** Whether only a plan opens this quality. */
  isProOnly(quality: QualityId): boolean
}

/** @param viewer null for a visitor without a viewer record */
export function viewerLimits(viewer: ViewerRecord | null, settings: EffectiveSettings): ViewerLimits {
  const kind = kindWithPlans(viewer)
  if (!sellsPlans(settings))
    return {
      ...limitsWithoutPlans(kind, settings),
      accessTo: (quality) => qualityAccessWithoutPlans(kind, quality, settings),
      isProOnly: () => false,
    }
  const { freeMaxQuality, freeDailyLimit } = settings
  return {
    ...quotaLimits(kind, freeDailyLimit),
    longestClipSeconds: null,
    accessTo: (quality) => qualityAccess(kind, quality, freeMaxQuality),
    isProOnly: (quality) => isProOnly(quality, freeMaxQuality),
  }
}

/** Refusal if the viewer may not have this quality, or clips of this length; null if they may. */
export function refusedByLimits(
  limits: ViewerLimits,
  { quality, ranges }: { quality: QualityId; ranges: readonly TimeRange[] },
  settings: EffectiveSettings,
): Refused | null {
  const access = limits.accessTo(quality)
  if (!access.allowed) {
    const meaning = sellsPlans(settings) ? highQualitySentence(settings.freeMaxQuality) : needsAccountSentence
    return refused(access.reason, { meaning })
  }
  const { longestClipSeconds } = limits
  if (longestClipSeconds === null || rangesSeconds(ranges) <= longestClipSeconds) return null
  return refused('clip_too_long', { meaning: clipLengthSentence(longestClipSeconds / 60) })
}
