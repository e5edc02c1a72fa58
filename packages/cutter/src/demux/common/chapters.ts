import { MAX_CHAPTERS, type MediaChapter } from '../../api/subtitles.ts'
import { MAX_TITLE_LENGTH, plainLine } from './plain-text.ts'
import { movedRange } from './text-track.ts'

/** A chapter as its file describes it. `endTime` is null if the file has none. */
export interface NamedChapter {
  startTime: number
  endTime: number | null
  title: string
}

/**
 * Moves chapters from the file's timestamps to a timeline that begins at zero. They are in order, without overlaps, and
 * end with the media.
 * @param originSeconds the file's timestamp at which the timeline begins
 */
export function chaptersOnTimeline(
  namedChapters: readonly NamedChapter[],
  originSeconds: number,
  durationSeconds: number,
): MediaChapter[] {
  const chapters = namedChapters.slice(0, MAX_CHAPTERS).sort((a, b) => a.startTime - b.startTime)
  return chapters.flatMap(({ startTime, endTime, title }, index) => {
    const nextStart = chapters[index + 1]?.startTime ?? Infinity
    const end = Math.min(endTime ?? Infinity, nextStart, durationSeconds + originSeconds)
    const range = movedRange({ startTime, endTime: end }, originSeconds)
    return range.endTime > range.startTime ? [{ ...range, title: plainLine(title, MAX_TITLE_LENGTH) }] : []
  })
}
