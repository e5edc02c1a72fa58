import type { Download } from '@kerf/contract/download'
import type { DownloadOption } from '@kerf/contract/video'
import type { TrimRange } from '@kerf/domain/trim-range'
import type { ViewerKind } from '@kerf/domain/viewer'
import { isSameRange } from '../trim-panel/same-range.ts'

/** What a row of the grid offers. */
export type RowAction =
  | { kind: 'download' }
  /** A cut is being asked for, or a finished clip handed over. */
  | { kind: 'requesting'; clip: Download | null }
  | { kind: 'cutting'; download: Download }
  | { kind: 'save'; download: Download }
  | { kind: 'failed'; download: Download }
  | { kind: 'expired'; download: Download }
  | { kind: 'locked'; needs: 'account' | 'plan' }
  | { kind: 'unavailable' }

export type RowBadge = 'free' | 'pro' | 'admin' | 'locked' | 'none' | 'failed' | 'expired'

interface RowInput {
  option: DownloadOption
  /** This option's downloads of this video, newest first. */
  downloads: readonly Download[]
  /** The range on the strip. */
  range: TrimRange
  /** A request for this option or the saving of its file is in flight. */
  requesting: boolean
}

export const rangeOf = (download: Download): TrimRange => ({
  startSeconds: download.startTime,
  endSeconds: download.endTime,
})

/** What the row's button does. A finished clip counts only for the range on the strip: a moved handle asks for a new cut. */
export function rowAction({ option, downloads, range, requesting }: RowInput): RowAction {
  if (option.access === 'unavailable') return { kind: 'unavailable' }
  if (option.access === 'sign_up') return { kind: 'locked', needs: 'account' }
  if (option.access === 'upgrade') return { kind: 'locked', needs: 'plan' }
  const last = downloads.find((download) => download.status !== 'cancelled' && isSameRange(rangeOf(download), range))
  if (requesting) return { kind: 'requesting', clip: last?.status === 'completed' ? last : null }
  const running = downloads.find((download) => download.status === 'processing')
  if (running) return { kind: 'cutting', download: running }
  if (last?.status === 'completed') return { kind: 'save', download: last }
  if (last?.status === 'failed') return { kind: 'failed', download: last }
  if (last?.status === 'expired') return { kind: 'expired', download: last }
  return { kind: 'download' }
}

/** The finished clip that the row is about, while it waits to be saved and while it is. */
export function clipOf(action: RowAction): Download | null {
  if (action.kind === 'save') return action.download
  return action.kind === 'requesting' ? action.clip : null
}

/** A finished clip of another range that can still be saved while the row offers a new cut. */
export function earlierClip(downloads: readonly Download[], range: TrimRange): Download | null {
  const finished = downloads.find((download) => download.status === 'completed')
  return finished && !isSameRange(rangeOf(finished), range) ? finished : null
}

export function rowBadges(option: DownloadOption, action: RowAction, viewer: ViewerKind): RowBadge[] {
  if (action.kind === 'unavailable') return ['none']
  if (action.kind === 'failed') return ['failed']
  if (action.kind === 'expired') return ['expired']
  const locked = action.kind === 'locked'
  if (option.isPro) return [viewer === 'admin' ? 'admin' : 'pro', ...(locked ? (['locked'] as const) : [])]
  return locked ? ['locked'] : ['free']
}
