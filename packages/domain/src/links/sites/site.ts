import type { ErrorCode } from '../../errors/error-codes.ts'
import { parseTimecode } from '../../ranges/parse-timecode.ts'

/** A video of a site, as a link names it. */
export interface SiteVideo {
  /** Id of the video, the same in every spelling of its links. */
  id: string
  /** URL of the video's page, without times. */
  reference: string
  startTime?: number | undefined
  endTime?: number | undefined
}

/** Facts about a site whose pages yt-dlp reads. */
export interface Site {
  /** Name of the site, the same in every language. */
  name: string
  /** Domains of its pages. A block of one of them blocks the whole site. */
  domains: readonly [string, ...string[]]
  /** Further domains that these extractors contact. They may contact no others. */
  ytdlpDomains: readonly string[]
  /** The extractors of yt-dlp that may answer: names for `--ies` by keys in answers. */
  extractors: Readonly<Record<string, string>>
  /** The video that a link on one of the domains leads to; null for other pages. */
  videoOf(link: SiteLink): SiteVideo | null
  /** The channel that a link on one of the domains leads to; null for other pages. Absent where channels have none. */
  channelOf?(link: SiteLink): string | null
  /** Links to the channel, made of the names in yt-dlp's answer. Absent where the answer has links itself. */
  channelLinks?(names: ChannelNames): string[]
  /** URL that is passed to yt-dlp. Absent: the reference. */
  ytdlpUrl?(reference: string): string
  /** The address that serves a file. Absent: the one that the site names. */
  servingAddress?(address: string): string
  /** Ids of formats that are left out. */
  leftOut?: RegExp
  /** Ids of formats that contain only the beginning. A video without any others is for paying viewers. */
  onlyPreview?: RegExp
  /** Whether the captions that yt-dlp names are left out. */
  hasNoCaptions?: boolean
  /** Messages of its extractors, in lower case, that have this meaning only on this site. */
  ownMessages?: readonly (readonly [message: RegExp, code: ErrorCode])[]
}

/** Names of a video's channel in yt-dlp's answer. */
export type ChannelNames = Readonly<
  Record<'channel' | 'channelId' | 'uploader' | 'uploaderId', string | null | undefined>
>

/** A link on a site's domain, taken apart. */
export interface SiteLink {
  /** Host in lower case, without `www.`. */
  host: string
  /** Decoded segments of the path. */
  path: readonly string[]
  query: URLSearchParams
  /** Parameters behind `#`. */
  hash: URLSearchParams
}

const SCHEME_PATTERN = /^[a-z][a-z\d+.-]*:\/\//i

/** Takes a link apart. null for links with a user name or a port, and for texts that are no link. */
export function parseSiteLink(text: string): SiteLink | null {
  const url = urlIn(text)
  return url && url.port === '' ? linkOf(url) : null
}

/** The URL of a link with or without its scheme. null for links with a user name, and for texts that are no link. */
export function urlIn(text: string): URL | null {
  const link = text.trim().replace(/&(?:amp;)+/g, '&')
  // Browsers drop white space in URLs and read backslashes as slashes, so both can disguise a link.
  if (/\s|\\/.test(link)) return null
  const absoluteUrl = SCHEME_PATTERN.test(link) ? link : `https://${link.replace(/^\/\//, '')}`
  const url = URL.canParse(absoluteUrl) ? new URL(absoluteUrl) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  return url.username === '' && url.password === '' ? url : null
}

/** Takes a URL apart. null for a path that is no valid percent-encoding. */
export function linkOf(url: URL): SiteLink | null {
  const path = url.pathname.split('/').filter(Boolean).map(decodedSegment)
  if (path.includes(null)) return null
  return {
    host: url.hostname.replace(/\.$/, '').replace(/^www\./, ''),
    path: path as string[],
    query: url.searchParams,
    hash: new URLSearchParams(url.hash.replace(/^#/, '')),
  }
}

/** Decodes a segment. null for one that contains another path or a control character. */
function decodedSegment(segment: string): string | null {
  try {
    const decodedText = decodeURIComponent(segment)
    const isPlain = [...decodedText].every((character) => character >= ' ' && character !== '\u007f')
    return isPlain && !/[/\\?#]/.test(decodedText) ? decodedText : null
  } catch {
    return null
  }
}

export const isOnDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** The times in a link: `t=1h2m3s`, `start=90&end=120`, in the query or behind `#`. */
export function linkTimes({ query, hash }: SiteLink): Pick<SiteVideo, 'startTime' | 'endTime'> {
  const linkTime = (name: string): number | null => parseTimecode(query.get(name) ?? hash.get(name) ?? '')
  const startTime = linkTime('start') ?? linkTime('t')
  const endTime = linkTime('end')
  return { ...(startTime !== null && { startTime }), ...(endTime !== null && { endTime }) }
}
