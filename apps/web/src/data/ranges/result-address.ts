import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { MAX_CLIP_RANGES, MIN_TRIM_SECONDS, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { type AskedOptions, type AskedPart, OPTION_NAMES, SAMPLE_WORD } from './asked-address.ts'
import { NO_RANGES, type RangeList } from './range-list.ts'

/** The address of a result: it opens the viewer's own video, and says enough for anybody else to process it again. */
export function resultAddress(
  video: { id: string; url: string },
  range: TimeRange,
  list?: RangeList,
  options?: AskedOptions,
): string {
  return `/?v=${encodeURIComponent(video.id)}&${trimQuery(video.url, range, list, options)}`
}

/** The address to hand on: the link and its part, and nothing that belongs to this viewer. */
export function sharedAddress(link: string, range: TimeRange, list?: RangeList, options?: AskedOptions): string {
  return `/?${trimQuery(link, range, list, options)}`
}

function trimQuery(link: string, range: TimeRange, list?: RangeList, options: AskedOptions = {}): string {
  const url = encodeURIComponent(link === SAMPLE_LINK ? SAMPLE_WORD : link)
  const [start, end] = timesOf(range)
  const several = list?.ranges.map((one) => timesOf(one).join('-')).join(',')
  const listed = several ? `&${list?.separate ? 'clips' : 'ranges'}=${several}` : ''
  const others = OPTION_NAMES.map((name) => (options[name] ? `&${name}=${inQuery(options[name])}` : ''))
  return `url=${url}&start=${start}&end=${end}${listed}${others.join('')}`
}

/** `9:16` and `0.1,0,0.3,1` stay as people read and write them. */
const inQuery = (text: string): string => encodeURIComponent(text).replace(/%3A|%2C/g, decodeURIComponent)

const timesOf = ({ startTime, endTime }: TimeRange): number[] => [startTime, endTime].map(roundToMillisecond)

/**
 * The range that an address asks for, as far as the video allows: `12.5`, `1:02` and `1:02:03.5` are times, those outside the
 * video come to its ends, and nonsense is as good as nothing. null when nothing is asked for.
 */
export function askedRange(asked: AskedPart, durationSeconds: number): TimeRange | null {
  const start = readTime(asked.start)
  const end = readTime(asked.end)
  if (start === null && end === null) return null
  const whole = roundToMillisecond(durationSeconds)
  const shortest = Math.min(MIN_TRIM_SECONDS, whole)
  const startTime = roundToMillisecond(Math.min(start ?? 0, whole - shortest))
  // An end that is not after the start is no end.
  const wantedEnd = end === null || end <= (start ?? 0) ? whole : end
  return {
    startTime,
    endTime: roundToMillisecond(Math.min(whole, Math.max(wantedEnd, startTime + shortest))),
  }
}

/** The list of ranges that an address asks for, as far as the video allows; what is no range is left out. */
export function askedList({ ranges, clips }: AskedPart, durationSeconds: number): RangeList {
  const text = clips ?? ranges
  if (!text) return NO_RANGES
  const read = text.split(',').flatMap((part): TimeRange[] => {
    const [start = null, end = null] = part.split('-')
    const range = askedRange({ start, end }, durationSeconds)
    return range ? [range] : []
  })
  return { ranges: read.slice(0, MAX_CLIP_RANGES), editing: null, separate: clips !== undefined }
}

const readTime = (text: string | null): number | null => (text === null ? null : parseTimecode(text))
