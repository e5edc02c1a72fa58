import type { MediaNote } from './api/receipt.ts'
import { shownTime } from './plan/plan-facts.ts'
import type { CutPlan } from './plan-cut.ts'

/** Largest rounding error in seconds between times of the media and ends of ranges. */
const MAX_ROUNDING_SECONDS = 0.001

/**
 * Lists the notes of a receipt in the order of their times.
 * @param formatChanges times in seconds of audio format changes that the plan did not contain; a time may occur
 * repeatedly
 */
export function mediaNotes({ ranges, task }: CutPlan, formatChanges: readonly number[]): MediaNote[] {
  const { audio, video, media } = task
  const plannedChanges = audio?.parts.map((part) => (part.kind === 'encode' ? part.changeSeconds : undefined)) ?? []
  const changes = new Set([...plannedChanges, ...formatChanges].filter((seconds) => seconds !== undefined))
  const lateWindows = video?.parts.map(({ window }) => window).filter(({ isLate }) => isLate) ?? []
  const notes: MediaNote[] = [
    ...[...changes].map((seconds) => ({ kind: 'audio_changes' as const, seconds })),
    ...lateWindows.map((window) => ({ kind: 'begins_later' as const, seconds: shownTime(window).startTime })),
  ]
  const { breaksOffSeconds: end } = media
  if (end !== null && ranges.some(({ endTime }) => endTime > end - MAX_ROUNDING_SECONDS))
    notes.push({ kind: 'ends_earlier', seconds: end })
  return notes.sort((a, b) => a.seconds - b.seconds)
}
