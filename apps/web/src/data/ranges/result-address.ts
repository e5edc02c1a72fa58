import { SAMPLE_LINK } from '@kerf/domain/link'
import { roundToMillisecond, type TrimRange } from '@kerf/domain/trim-range'
import { SAMPLE_WORD } from './asked-address.ts'
import type { RangeList } from './range-list.ts'

/** The address of a result: it opens the viewer's own video, and says enough for anybody else to process it again. */
export function resultAddress(video: { id: string; url: string }, range: TrimRange, list?: RangeList): string {
  return `/?v=${encodeURIComponent(video.id)}&${trimQuery(video.url, range, list)}`
}

/** The address to hand on: the link and its part, and nothing that belongs to this viewer. */
export function sharedAddress(link: string, range: TrimRange, list?: RangeList): string {
  return `/?${trimQuery(link, range, list)}`
}

function trimQuery(link: string, range: TrimRange, list?: RangeList): string {
  const url = encodeURIComponent(link === SAMPLE_LINK ? SAMPLE_WORD : link)
  const [start, end] = timesOf(range)
  const several = list?.ranges.map((one) => timesOf(one).join('-')).join(',')
  const listed = several ? `&${list?.separate ? 'clips' : 'ranges'}=${several}` : ''
  return `url=${url}&start=${start}&end=${end}${listed}`
}

const timesOf = ({ startSeconds, endSeconds }: TrimRange): number[] =>
  [startSeconds, endSeconds].map(roundToMillisecond)
