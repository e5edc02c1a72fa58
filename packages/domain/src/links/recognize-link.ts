import { MAX_LINK_LENGTH, SAMPLE_LINK } from './link.ts'
import { isMediaFile } from './media-file.ts'
import { parsePeertubeLink } from './sites/peertube-link.ts'
import { parseSiteVideo } from './sites/sites.ts'
import type { SourceId } from './source-ids.ts'
import { parseYoutubeLink, parseYoutubePage } from './youtube-link.ts'
import type { YoutubePage } from './youtube-pages.ts'

export interface RecognizedLink {
  source: SourceId
  /** Id of the video within its source: the 11-character id, the URL of the page or the media file, or `sample`. */
  reference: string
  startTime?: number | undefined
  endTime?: number | undefined
}

/** Reads a pasted link; null if no enabled source serves it. */
export function recognizeLink(text: string, enabledSources: readonly SourceId[]): RecognizedLink | null {
  if (!isReadable(text)) return null
  const link = text.trim()
  if (link === SAMPLE_LINK) return { source: 'sample', reference: 'sample' }
  if (enabledSources.includes('youtube')) {
    const youtube = parseYoutubeLink(link)
    if (youtube) return { source: 'youtube', reference: youtube.videoId, ...youtube.range }
  }
  return (
    recognizeSiteVideo(link, enabledSources) ??
    (enabledSources.includes('peertube') ? recognizePeertubeVideo(link) : null) ??
    (enabledSources.includes('media') ? recognizeMediaFile(link) : null)
  )
}

/** Reason why an unrecognized link is not a video. */
export function whyNoVideo(text: string): YoutubePage | 'invalid_link' {
  return (isReadable(text) && parseYoutubePage(text)) || 'invalid_link'
}

/** Whether the link has no control characters: URL parsers drop some silently, and databases refuse others. */
function isReadable(text: string): boolean {
  const link = text.trim()
  return link.length <= MAX_LINK_LENGTH && [...link].every((character) => character >= ' ' && character !== '\u007f')
}

function recognizeSiteVideo(link: string, enabledSources: readonly SourceId[]): RecognizedLink | null {
  const site = parseSiteVideo(link)
  if (!site || !enabledSources.includes(site.source)) return null
  const { id: _, ...video } = site.video
  return { source: site.source, ...video }
}

function recognizePeertubeVideo(link: string): RecognizedLink | null {
  const peertubeLink = parsePeertubeLink(link)
  if (!peertubeLink) return null
  const { id: _, ...video } = peertubeLink
  return { source: 'peertube', ...video }
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
