import { type MediaChapter, MOST_CHAPTERS } from '../../api/subtitles.ts'
import { LONGEST_TITLE, plainLine } from './plain-text.ts'
import { movedRange } from './text-track.ts'

/** A chapter as a file names it. `endTime`: null if the file does not say. */
export interface NamedChapter {
  startTime: number
  endTime: number | null
  title: string
}

/**
 * Chapters on a part's timeline: in order, one after the other, within the media.
 * @param originSeconds where the timeline begins
 */
export function shownChapters(
  named: readonly NamedChapter[],
  originSeconds: number,
  durationSeconds: number,
): MediaChapter[] {
  const inOrder = named.slice(0, MOST_CHAPTERS).sort((a, b) => a.startTime - b.startTime)
  return inOrder.flatMap(({ startTime, endTime, title }, index) => {
    const next = inOrder[index + 1]?.startTime ?? Infinity
    const until = Math.min(endTime ?? Infinity, next, durationSeconds + originSeconds)
    const range = movedRange({ startTime, endTime: until }, originSeconds)
    return range.endTime > range.startTime ? [{ ...range, title: plainLine(title, LONGEST_TITLE) }] : []
  })
}
