import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { MAX_CLIP_RANGES, MIN_TRIM_SECONDS, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { NO_RANGES, type RangeList } from './range-list.ts'
import { OPTION_NAMES, SAMPLE_WORD, type UrlOptions, type UrlTrim } from './trim-address.ts'

/** Address of a result: it opens the viewer's own video, and has the link so that anybody else can process it. */
export function resultAddress(
  video: { id: string; url: string },
  range: TimeRange,
  list?: RangeList,
  options?: UrlOptions,
): string {
  return `/?v=${encodeURIComponent(video.id)}&${trimQuery(video.url, range, list, options)}`
}

/** Address to share: the video's link and the chosen part, and nothing that belongs to this viewer. */
export function sharedAddress(link: string, range: TimeRange, list?: RangeList, options?: UrlOptions): string {
  return `/?${trimQuery(link, range, list, options)}`
}

function trimQuery(link: string, range: TimeRange, list?: RangeList, options: UrlOptions = {}): string {
  const url = encodeURIComponent(link === SAMPLE_LINK ? SAMPLE_WORD : link)
  const [start, end] = roundedTimes(range)
  const ranges = list && rangesText(list.ranges)
  const listParameter = ranges ? `&${list?.separate ? 'clips' : 'ranges'}=${ranges}` : ''
  const optionParameters = OPTION_NAMES.map((name) =>
    options[name] ? `&${name}=${encodeQueryValue(options[name])}` : '',
  )
  return `url=${url}&start=${start}&end=${end}${listParameter}${optionParameters.join('')}`
}

/** Encodes a value of the query, but leaves `9:16` and `0.1,0,0.3,1` readable. */
const encodeQueryValue = (text: string): string => encodeURIComponent(text).replace(/%3A|%2C/g, decodeURIComponent)

const roundedTimes = ({ startTime, endTime }: TimeRange): number[] => [startTime, endTime].map(roundToMillisecond)

/** Ranges as an address has them: `10-20,65-72.5`. */
export const rangesText = (ranges: readonly TimeRange[]): string =>
  ranges.map((range) => roundedTimes(range).join('-')).join(',')

/**
 * Range in an address, as far as the video allows. Times are `12.5`, `1:02` or `1:02:03.5`. Times outside the video
 * move to its ends, and invalid ones are ignored. null where the address has no time.
 */
export function readRange(part: UrlTrim, durationSeconds: number): TimeRange | null {
  const start = readTime(part.start)
  const end = readTime(part.end)
  if (start === null && end === null) return null
  const duration = roundToMillisecond(durationSeconds)
  const minSeconds = Math.min(MIN_TRIM_SECONDS, duration)
  const startTime = roundToMillisecond(Math.min(start ?? 0, duration - minSeconds))
  // An end that is not after the start is ignored.
  const lastTime = end === null || end <= (start ?? 0) ? duration : end
  return {
    startTime,
    endTime: roundToMillisecond(Math.min(duration, Math.max(lastTime, startTime + minSeconds))),
  }
}

/** List of ranges in an address, as far as the video allows. Invalid ranges are left out. */
export function readRangeList({ ranges, clips }: UrlTrim, durationSeconds: number): RangeList {
  const text = clips ?? ranges
  if (!text) return NO_RANGES
  const parsedRanges = text.split(',').flatMap((part): TimeRange[] => {
    const [start = null, end = null] = part.split('-')
    const range = readRange({ start, end }, durationSeconds)
    return range ? [range] : []
  })
  return { ranges: parsedRanges.slice(0, MAX_CLIP_RANGES), editing: null, separate: clips !== undefined }
}

const readTime = (text: string | null): number | null => (text === null ? null : parseTimecode(text))
