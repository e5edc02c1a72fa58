import type { MediaNote } from './api/receipt.ts'
import { shownTime } from './plan/plan-facts.ts'
import type { CutPlan } from './plan-cut.ts'

/** Times on the media's timeline and ends of ranges are rounded to milliseconds. */
const ROUNDED_SECONDS = 0.001

/**
 * The notes of a receipt, in the order of their times.
 *
 * @param formChanges seconds at which audio changed its form that was planned without a change; a time may stand there repeatedly
 */
export function mediaNotes({ ranges, task }: CutPlan, formChanges: readonly number[]): MediaNote[] {
  const { audio, video, media } = task
  const planned = audio?.parts.map((part) => (part.kind === 'encode' ? part.changeSeconds : undefined)) ?? []
  const changes = new Set([...planned, ...formChanges].filter((seconds) => seconds !== undefined))
  const lateWindows = video?.parts.map(({ window }) => window).filter(({ isLate }) => isLate) ?? []
  const notes: MediaNote[] = [
    ...[...changes].map((seconds) => ({ kind: 'audio_changes' as const, seconds })),
    ...lateWindows.map((window) => ({ kind: 'begins_later' as const, seconds: shownTime(window).startTime })),
  ]
  const { breaksOffSeconds: end } = media
  if (end !== null && ranges.some(({ endTime }) => endTime > end - ROUNDED_SECONDS))
    notes.push({ kind: 'ends_earlier', seconds: end })
  return notes.sort((one, other) => one.seconds - other.seconds)
}
