import { isMediaFile, MAX_LINK_LENGTH, SAMPLE_LINK, type SourceId, type YoutubePage } from './link.ts'
import { parseYoutubeLink, youtubePageOf } from './youtube-link.ts'

export interface RecognizedLink {
  source: SourceId
  /** What identifies the video within its source: the 11-character id, the media file's address, or `sample`. */
  reference: string
  startTime?: number | undefined
  endTime?: number | undefined
}

/** Reads a pasted link, or answers null when it leads to no video that the enabled sources could serve. */
export function recognizeLink(text: string, enabled: readonly SourceId[]): RecognizedLink | null {
  if (!isReadable(text)) return null
  const link = text.trim()
  if (link === SAMPLE_LINK) return { source: 'sample', reference: 'sample' }
  if (enabled.includes('youtube')) {
    const youtube = parseYoutubeLink(link)
    if (youtube) return { source: 'youtube', reference: youtube.videoId, ...youtube.range }
  }
  return enabled.includes('media') ? recognizeMediaFile(link) : null
}

/** Why a link that nothing recognizes leads to no video. */
export function whyNoVideo(text: string): YoutubePage | 'invalid_link' {
  return (isReadable(text) && youtubePageOf(text)) || 'invalid_link'
}

/** URL parsers drop some control characters silently and databases refuse others; no person means one. */
function isReadable(text: string): boolean {
  const link = text.trim()
  return link.length <= MAX_LINK_LENGTH && [...link].every((character) => character >= ' ' && character !== '\u007f')
}

function recognizeMediaFile(link: string): RecognizedLink | null {
  const url = URL.canParse(link) ? new URL(link) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  // A name and password in front of the host serve to disguise where a link leads.
  if (url.username !== '' || url.password !== '') return null
  if (!isMediaFile(url.pathname)) return null
  const range = mediaFragmentRange(url.hash)
  url.hash = ''
  return { source: 'media', reference: url.href, ...range }
}

/** `#t=10,20` as the W3C's media fragments spell a range. */
function mediaFragmentRange(hash: string): { startTime?: number; endTime?: number } {
  const match = /^#t=(\d+(?:\.\d+)?)?(?:,(\d+(?:\.\d+)?))?$/.exec(hash)
  return {
    ...(match?.[1] ? { startTime: Number(match[1]) } : {}),
    ...(match?.[2] ? { endTime: Number(match[2]) } : {}),
  }
}
