import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import type { Chapter } from '@kerf/domain/captions/transcript'
import { MIN_TRIM_SECONDS, type TimeRange } from '@kerf/domain/ranges/time-range'

/** Indexes of the first and the last of consecutive chapters. */
export interface ChapterSpan {
  first: number
  last: number
}

/** Tolerance of comparisons: times of a range are rounded to the millisecond, and times of chapters may not be. */
const SAME_SECONDS = 0.002

/** The range extended to a chapter. A chapter within the range becomes its last chapter. */
export function rangeWithChapter(range: TimeRange, { startTime, endTime }: TimeRange): TimeRange {
  return startTime < range.startTime - SAME_SECONDS
    ? { startTime, endTime: range.endTime }
    : { startTime: range.startTime, endTime }
}

/** Chapters that are entirely in a range; null where none does, and where the range is the whole video. */
export function chaptersIn(
  chapters: readonly TimeRange[],
  range: TimeRange,
  durationSeconds: number,
): ChapterSpan | null {
  if (range.endTime - range.startTime > durationSeconds - SAME_SECONDS) return null
  const first = chapters.findIndex(({ startTime }) => startTime >= range.startTime - SAME_SECONDS)
  const last = chapters.findLastIndex(({ endTime }) => endTime <= range.endTime + SAME_SECONDS)
  return first >= 0 && last >= first ? { first, last } : null
}

/** Chapter after a span; null where the range does not end with the span, and after the last chapter. */
export function chapterAfter(chapters: readonly Chapter[], range: TimeRange, span: ChapterSpan | null): Chapter | null {
  if (!span || Math.abs(chapters[span.last]!.endTime - range.endTime) > SAME_SECONDS) return null
  return chapters[span.last + 1] ?? null
}

/** Index of the last chapter that has begun at the time `seconds`; 0 before the first chapter. */
export function chapterAt(chapters: readonly TimeRange[], seconds: number): number {
  return Math.max(
    0,
    chapters.findLastIndex(({ startTime }) => startTime <= seconds + SAME_SECONDS),
  )
}

/**
 * Ranges of one clip per chapter, without chapters that are too short to cut. A batch takes `MAX_BATCH_ITEMS`: with
 * more chapters, the clips begin with the chapter in which the range begins.
 */
export function clipsOfChapters(chapters: readonly TimeRange[], range: TimeRange): TimeRange[] {
  const from = chapters.length > MAX_BATCH_ITEMS ? chapterAt(chapters, range.startTime) : 0
  return chapters
    .slice(from)
    .filter(({ startTime, endTime }) => endTime - startTime >= MIN_TRIM_SECONDS)
    .slice(0, MAX_BATCH_ITEMS)
    .map(({ startTime, endTime }) => ({ startTime, endTime }))
}
