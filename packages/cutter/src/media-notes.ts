import type { MediaNote } from './api/receipt.ts'
import type { CutTask } from './plan/cut-task.ts'
import { shownTime } from './plan/plan-facts.ts'

/** What the receipt says about the media, in the order of its times. */
export function mediaNotes({ video }: Pick<CutTask, 'video'>): MediaNote[] {
  const windows = video?.parts.map(({ window }) => window) ?? []
  const late = windows.filter(({ isLate }) => isLate)
  const notes = late.map((window): MediaNote => ({ kind: 'begins_later', seconds: shownTime(window).startTime }))
  return notes.sort((one, other) => one.seconds - other.seconds)
}
