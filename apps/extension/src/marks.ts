import { roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'

/** In and out marks on one video, in seconds. */
export interface Marks {
  ranges: readonly TimeRange[]
  /** Time of an in mark without an out mark; null if there is none. */
  start: number | null
}

export const NO_MARKS: Marks = { ranges: [], start: null }
/** Minimum duration of a clip. */
const MIN_SECONDS = 1
/** Maximum number of ranges that Kerf accepts together. */
export const MAX_RANGES = 20

export type MarkOutFault = 'noStart' | 'tooShort' | 'tooMany'

export const setInMark = (marks: Marks, time: number): Marks => ({ ...marks, start: roundToMillisecond(time) })

/** Adds the range from the in mark to this time. @returns the new marks, or the reason why there is no range */
export function setOutMark({ ranges, start }: Marks, time: number): Marks | MarkOutFault {
  if (start === null) return 'noStart'
  if (ranges.length >= MAX_RANGES) return 'tooMany'
  const endTime = roundToMillisecond(time)
  if (endTime - start < MIN_SECONDS) return 'tooShort'
  return { ranges: [...ranges, { startTime: start, endTime }], start: null }
}

export const withoutRange = (marks: Marks, index: number): Marks => ({
  ...marks,
  ranges: marks.ranges.filter((_, position) => position !== index),
})

/** Creates the query that opens a video in Kerf, with one range, several ranges, or only a start. */
export function createKerfQuery(videoId: string, { ranges, start }: Marks): string {
  const query = new URLSearchParams({ url: `https://www.youtube.com/watch?v=${videoId}` })
  const [firstRange, ...otherRanges] = ranges
  if (!firstRange) {
    if (start !== null) query.set('start', String(start))
  } else if (otherRanges.length === 0) {
    query.set('start', String(firstRange.startTime))
    query.set('end', String(firstRange.endTime))
  } else query.set('clips', ranges.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(','))
  return query.toString()
}
