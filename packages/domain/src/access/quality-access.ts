import { QUALITIES, type QualityId } from '../formats/quality.ts'
import { isPaying, type ViewerKind } from './viewer.ts'

/** Best quality that a free account may download. Badges, texts and locks all follow this one setting. */
export const FREE_MAX_QUALITIES = ['360p', '480p', '720p', '1080p'] as const
export type FreeMaxQuality = (typeof FREE_MAX_QUALITIES)[number]
export const DEFAULT_FREE_MAX_QUALITY: FreeMaxQuality = '360p'

/** Highest quality, in pixels of height, for viewers without an account. The setting does not change it. */
const STRANGER_MAX_HEIGHT = 360

export type QualityAccess = { allowed: true } | { allowed: false; reason: 'needs_account' | 'needs_pro' }

/** Whether this viewer may download this quality. `reason` names what the viewer needs first. */
export function qualityAccess(
  viewer: ViewerKind,
  quality: QualityId,
  freeMaxQuality: FreeMaxQuality = DEFAULT_FREE_MAX_QUALITY,
): QualityAccess {
  const height = QUALITIES[quality].height
  if (height === null || isPaying(viewer)) return { allowed: true }
  const freeMaxHeight = QUALITIES[freeMaxQuality].height ?? 0
  const allowedHeight = viewer === 'anonymous' ? STRANGER_MAX_HEIGHT : freeMaxHeight
  if (height <= allowedHeight) return { allowed: true }
  // A stranger first needs an account, even where only a plan allows the quality.
  if (viewer === 'anonymous') return { allowed: false, reason: 'needs_account' }
  return { allowed: false, reason: 'needs_pro' }
}

/** Whether the quality needs a paid plan. The download table marks these rows. */
export function isProOnly(quality: QualityId, freeMaxQuality: FreeMaxQuality = DEFAULT_FREE_MAX_QUALITY): boolean {
  return !qualityAccess('free', quality, freeMaxQuality).allowed
}
