import { SAMPLE_LINK } from '@kerf/domain/link'
import { roundToMillisecond, type TrimRange } from '@kerf/domain/trim-range'

/** Start and end as an address spells them, whatever that is. */
export interface AskedTimes {
  start: string | null
  end: string | null
}

/** What the home page's address asks for. */
export interface ResultAddress {
  /** A video that this viewer, or somebody else, has processed. */
  videoId: string | null
  /** The link behind it: what is processed where there is no such video. */
  link: string | null
  asked: AskedTimes
}

/** How the sample's link is written in an address. */
const SAMPLE_WORD = 'sample'

export function readAddress(search: string): ResultAddress {
  const query = new URLSearchParams(search)
  const link = query.get('url')?.trim() || null
  return {
    videoId: query.get('v') || null,
    link: link === SAMPLE_WORD ? SAMPLE_LINK : link,
    asked: { start: query.get('start'), end: query.get('end') },
  }
}

/** The address of a result: it opens the viewer's own video, and says enough for anybody else to process it again. */
export function resultAddress(video: { id: string; url: string }, range: TrimRange): string {
  return `/?v=${encodeURIComponent(video.id)}&${trimQuery(video.url, range)}`
}

/** The address to hand on: the link and its part, and nothing that belongs to this viewer. */
export function sharedAddress(link: string, range: TrimRange): string {
  return `/?${trimQuery(link, range)}`
}

function trimQuery(link: string, range: TrimRange): string {
  const url = encodeURIComponent(link === SAMPLE_LINK ? SAMPLE_WORD : link)
  return `url=${url}&start=${roundToMillisecond(range.startSeconds)}&end=${roundToMillisecond(range.endSeconds)}`
}
