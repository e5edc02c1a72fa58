import { isMediaFile, MAX_LINK_LENGTH, SAMPLE_LINK, type SourceId, type YoutubePage } from './link.ts'
import { parseYoutubeLink, youtubePageOf } from './youtube-link.ts'

export interface RecognizedLink {
  source: SourceId
  /** Id of the video within its source: the 11-character id, the URL of the media file, or `sample`. */
  reference: string
  startTime?: number | undefined
  endTime?: number | undefined
}

/** Reads a pasted link; null if no enabled source serves it. */
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

/** Reason why an unrecognized link is not a video. */
export function whyNoVideo(text: string): YoutubePage | 'invalid_link' {
  return (isReadable(text) && youtubePageOf(text)) || 'invalid_link'
}

/** Whether the link has no control characters: URL parsers drop some silently, and databases refuse others. */
function isReadable(text: string): boolean {
  const link = text.trim()
  return link.length <= MAX_LINK_LENGTH && [...link].every((character) => character >= ' ' && character !== '\u007f')
}

function recognizeMediaFile(link: string): RecognizedLink | null {
  const url = URL.canParse(link) ? new URL(link) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  // User name and password in a URL can disguise its host.
  if (url.username !== '' || url.password !== '') return null
  if (!isMediaFile(url.pathname)) return null
  const range = mediaFragmentRange(url.hash)
  url.hash = ''
  return { source: 'media', reference: url.href, ...range }
}

/** Reads a W3C media fragment: `#t=10,20`. */
function mediaFragmentRange(hash: string): { startTime?: number; endTime?: number } {
  const match = /^#t=(\d+(?:\.\d+)?)?(?:,(\d+(?:\.\d+)?))?$/.exec(hash)
  return {
    ...(match?.[1] ? { startTime: Number(match[1]) } : {}),
    ...(match?.[2] ? { endTime: Number(match[2]) } : {}),
  }
}
