import { roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'

/** In and out marks on one video, in seconds. */
export interface Marks {
  ranges: readonly TimeRange[]
  /** An in mark that waits for its out mark. */
  start: number | null
}

export const NO_MARKS: Marks = { ranges: [], start: null }
/** Shortest clip that Kerf cuts. */
const LEAST_SECONDS = 1
/** Most ranges that Kerf accepts together. */
export const MOST_RANGES = 20

export type OutFault = 'noStart' | 'tooShort' | 'tooMany'

export const markIn = (marks: Marks, time: number): Marks => ({ ...marks, start: roundToMillisecond(time) })

/** Adds the range from the in mark to this time. @returns the new marks, or the reason why there is no range */
export function markOut({ ranges, start }: Marks, time: number): Marks | OutFault {
  if (start === null) return 'noStart'
  if (ranges.length >= MOST_RANGES) return 'tooMany'
  const endTime = roundToMillisecond(time)
  if (endTime - start < LEAST_SECONDS) return 'tooShort'
  return { ranges: [...ranges, { startTime: start, endTime }], start: null }
}

export const withoutRange = (marks: Marks, index: number): Marks => ({
  ...marks,
  ranges: marks.ranges.filter((_, at) => at !== index),
})

/** The query with which a Kerf is opened: the video, and one range, several ranges, or only a start. */
export function searchFor(videoId: string, { ranges, start }: Marks): string {
  const query = new URLSearchParams({ url: `https://www.youtube.com/watch?v=${videoId}` })
  const [first, ...others] = ranges
  if (!first) {
    if (start !== null) query.set('start', String(start))
  } else if (others.length === 0) {
    query.set('start', String(first.startTime))
    query.set('end', String(first.endTime))
  } else query.set('clips', ranges.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(','))
  return query.toString()
}
