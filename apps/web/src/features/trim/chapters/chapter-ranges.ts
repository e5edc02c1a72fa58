import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import type { Chapter } from '@kerf/domain/captions/transcript'
import { MIN_TRIM_SECONDS, type TimeRange } from '@kerf/domain/ranges/time-range'

/** The places of chapters in a row, both inclusive. */
export interface ChapterSpan {
  first: number
  last: number
}

/** Times of a range are rounded to the millisecond, those of chapters need not be. */
const SAME_SECONDS = 0.002

/** The range with this chapter added, and all between; a chapter in it becomes its last. */
export function rangeWithChapter(range: TimeRange, { startTime, endTime }: TimeRange): TimeRange {
  return startTime < range.startTime - SAME_SECONDS
    ? { startTime, endTime: range.endTime }
    : { startTime: range.startTime, endTime }
}

/** The chapters that lie in a range as a whole; null where none does, and where the range is the whole video. */
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

/** The chapter that follows, where the range ends with one. */
export function chapterAfter(chapters: readonly Chapter[], range: TimeRange, span: ChapterSpan | null): Chapter | null {
  if (!span || Math.abs(chapters[span.last]!.endTime - range.endTime) > SAME_SECONDS) return null
  return chapters[span.last + 1] ?? null
}

/** The chapter at a time, else the one before it; the first before all of them. */
export function chapterAt(chapters: readonly TimeRange[], seconds: number): number {
  return Math.max(
    0,
    chapters.findLastIndex(({ startTime }) => startTime <= seconds + SAME_SECONDS),
  )
}

/**
 * A clip of each chapter, as far as that can be cut: of more than a batch takes, as many as it takes, from the one in which the
 * range begins.
 */
export function clipsOfChapters(chapters: readonly TimeRange[], range: TimeRange): TimeRange[] {
  const from = chapters.length > MAX_BATCH_ITEMS ? chapterAt(chapters, range.startTime) : 0
  return chapters
    .slice(from)
    .filter(({ startTime, endTime }) => endTime - startTime >= MIN_TRIM_SECONDS)
    .slice(0, MAX_BATCH_ITEMS)
    .map(({ startTime, endTime }) => ({ startTime, endTime }))
}
