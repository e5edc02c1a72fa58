import { SAMPLE_LINK } from '@kerf/domain/link'
import { roundToMillisecond, type TrimRange } from '@kerf/domain/trim-range'
import { SAMPLE_WORD } from './asked-address.ts'

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
