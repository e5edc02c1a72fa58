import { QUALITIES, type QualityId } from '../formats/quality.ts'
import { isPaying, type ViewerKind } from './viewer.ts'

/** The one setting behind every badge, text and lock: the best quality that a free account may take. */
export const FREE_MAX_QUALITIES = ['360p', '480p', '720p', '1080p'] as const
export type FreeMaxQuality = (typeof FREE_MAX_QUALITIES)[number]
export const DEFAULT_FREE_MAX_QUALITY: FreeMaxQuality = '360p'

/** What a person without an account may download, whatever the setting says. */
const ANONYMOUS_MAX_HEIGHT = 360

export type QualityAccess = { allowed: true } | { allowed: false; reason: 'needs_account' | 'needs_pro' }

/** Whether this viewer may take this quality, and if not, what would help. */
export function qualityAccess(
  viewer: ViewerKind,
  quality: QualityId,
  freeMaxQuality: FreeMaxQuality = DEFAULT_FREE_MAX_QUALITY,
): QualityAccess {
  const height = QUALITIES[quality].height
  if (height === null || isPaying(viewer)) return { allowed: true }
  const freeMaxHeight = QUALITIES[freeMaxQuality].height ?? 0
  const allowedHeight = viewer === 'anonymous' ? ANONYMOUS_MAX_HEIGHT : freeMaxHeight
  if (height <= allowedHeight) return { allowed: true }
  // A stranger is offered the account when the account would be enough, and the plan when only the plan would.
  if (viewer === 'anonymous') return { allowed: false, reason: 'needs_account' }
  return { allowed: false, reason: 'needs_pro' }
}

/** The mark on a row of the grid: what a person without a paid plan would need. */
export function isProOnly(quality: QualityId, freeMaxQuality: FreeMaxQuality = DEFAULT_FREE_MAX_QUALITY): boolean {
  return !qualityAccess('free', quality, freeMaxQuality).allowed
}
