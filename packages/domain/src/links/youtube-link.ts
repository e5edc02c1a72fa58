import { parseTimecode } from '../ranges/parse-timecode.ts'
import { percentDecoded } from '../text/plain-text.ts'
import type { YoutubePage } from './youtube-pages.ts'

export interface YoutubeLink {
  videoId: string
  /** Range in seconds from `t=`, `start=` and `end=`. */
  range: { startTime?: number; endTime?: number }
}

const LONG_HOST_PATTERN = /^(?:\w+\.)?youtube(?:-nocookie|kids|education)?\.com$|^youtube\.googleapis\.com$/
const SHORT_HOST_PATTERN = /^(?:www\.)?youtu\.be$/
/** Path with a video's id. Some old links have the path after the hash, and YouTube Studio has `video/ID/edit`. */
const ID_IN_PATH_PATTERN = /(?:^|#)\/+(?:shorts|live|embed|video|watch|v|e)\/([^/]+)/
const ID_IN_QUERY_PATTERN = /(?:^|#)\/+(?:(?:watch|movie|live_chat|playlist)(?:_popup)?(?:\.php)?\/?)?(?=[?#!&]|$)/
/** Schemes of YouTube's apps: `vnd.youtube:ID`, `vnd.youtube://ID`, `youtube://watch?v=ID`. */
const APP_SCHEME_PATTERN = /^(?:vnd\.)?youtube:(?:\/\/)?(?=watch\?|[\w-]{11}(?![\w.-]))/i
/** A link with percent-encoding from its scheme or path on: `https%3A%2F%2Fyoutu.be%2FID`, `youtu.be%2FID`. */
const ENCODED_LINK_PATTERN = /^[^?#]*%(?:25)*(?:3a|2f|3f)/i
const VIDEO_ID_PATTERN = /^[A-Za-z0-9_-]{11}(?![A-Za-z0-9_-])/
/** Whether a text is exactly the id of a video. */
export const isYoutubeVideoId = (text: string): boolean => /^[A-Za-z0-9_-]{11}$/.test(text)

/** Words in the place of an id that also have eleven characters: an embedded playlist and a channel's live stream. */
const NOT_AN_ID = new Set(['videoseries', 'live_stream'])

/** Whether a host belongs to YouTube. @param host in lower case, without a final dot */
export function isYoutubeLinkHost(host: string): boolean {
  return LONG_HOST_PATTERN.test(host) || SHORT_HOST_PATTERN.test(host)
}

/**
 * Reads every spelling of a link to one YouTube video. Channels, playlists, other hosts, look-alike hosts and links
 * with a user name give null. Only the id and times are returned, so no other part of the link reaches a subprocess.
 */
export function parseYoutubeLink(text: string): YoutubeLink | null {
  const url = toUrl(text)
  const videoId = VIDEO_ID_PATTERN.exec((url && idIn(url)) ?? '')?.[0]
  return url && videoId ? { videoId, range: parseRange(url) } : null
}

const CLIP_PATH_PATTERN = /^\/clip\/([\w-]{10,64})\/?$/

/** Id of the user's clip that a link leads to; null for other links. */
export function youtubeClipId(text: string): string | null {
  const url = toUrl(text)
  return url && LONG_HOST_PATTERN.test(hostOf(url)) ? (CLIP_PATH_PATTERN.exec(url.pathname)?.[1] ?? null) : null
}

const PLAYLIST_ID_PATTERN = /^[\w-]{2,64}$/
/** Lists that YouTube makes for each viewer: mixes, later, liked, watched. */
const PERSONAL_LIST_PATTERN = /^(?:RD|WL$|LL$|LM$|HL$)/

/** Id of the playlist that a link names, also beside a video; null for other links and for lists of one viewer. */
export function youtubePlaylistId(text: string): string | null {
  const url = toUrl(text)
  const id = url && isYoutubeLinkHost(hostOf(url)) ? collectParameters(url).get('list') : null
  return id && PLAYLIST_ID_PATTERN.test(id) && !PERSONAL_LIST_PATTERN.test(id) ? id : null
}

/** Kind of a YouTube page that is not a video; null for other links and for links with an id. */
export function parseYoutubePage(text: string): YoutubePage | null {
  const url = toUrl(text)
  if (!url || !isYoutubeLinkHost(hostOf(url)) || idIn(url)) return null
  if (url.pathname.startsWith('/clip/')) return 'youtube_clip'
  return collectParameters(url).has('list') ? 'youtube_playlist' : 'youtube_page'
}

/** Unwraps and parses a link. @param wrappers most redirects and encodings around the link */
function toUrl(text: string, wrappers = 2): URL | null {
  // Some pages write `&` as `&amp;`.
  const link = text.trim().replace(/&(?:amp;)+/g, '&')
  // Browsers drop white space in URLs and read backslashes as slashes, so both can disguise a link.
  if (/\s|\\/.test(link)) return null
  if (ENCODED_LINK_PATTERN.test(link)) return wrappers > 0 ? toUrl(percentDecoded(link), wrappers - 1) : null
  const webLink = link.replace(APP_SCHEME_PATTERN, 'https://youtu.be/')
  if (webLink !== link) return toUrl(webLink, wrappers)
  const absoluteUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link.replace(/^\/\//, '')}`
  const url = URL.canParse(absoluteUrl) ? new URL(absoluteUrl) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  const innerLink = linkWithin(url)
  if (innerLink === null) return url
  return wrappers > 0 ? toUrl(innerLink, wrappers - 1) : null
}

/** Parameters with the next path, by page: attribution, sign-in, and checks of robots, age and consent. */
const NEXT_PATHS: Readonly<Record<string, string>> = {
  '/attribution_link': 'u',
  '/signin': 'next',
  '/das_captcha': 'next',
  '/verify_age': 'next_url',
  '/verify_controversy': 'next_url',
}

/** The link inside a redirect page of YouTube; null for other pages. */
function linkWithin(url: URL): string | null {
  const host = hostOf(url)
  if (host === 'consent.youtube.com') return url.searchParams.get('continue')
  if (!LONG_HOST_PATTERN.test(host)) return null
  if (url.pathname === '/redirect') return url.searchParams.get('q')
  const name = NEXT_PATHS[url.pathname]
  const path = name ? url.searchParams.get(name) : null
  return path === null ? null : `https://www.youtube.com${path}`
}

const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/** The text in the place of the video's id, valid or not. */
function idIn(url: URL): string | null {
  const host = hostOf(url)
  if (!isYoutubeLinkHost(host)) return null
  const path = url.pathname + url.hash
  const candidate =
    ID_IN_PATH_PATTERN.exec(path)?.[1] ??
    (ID_IN_QUERY_PATTERN.test(path) ? collectParameters(url).get('v') : null) ??
    (SHORT_HOST_PATTERN.test(host) ? url.pathname.slice(1) : null)
  return NOT_AN_ID.has(VIDEO_ID_PATTERN.exec(candidate ?? '')?.[0] ?? '') ? null : candidate
}

/** Parameters from the query, the hash and the path. People also write `youtu.be/ID&t=90`. */
function collectParameters(url: URL): URLSearchParams {
  return new URLSearchParams([url.search, url.hash.replace(/[?#]!?/g, '&'), url.pathname].join('&'))
}

function parseRange(url: URL): YoutubeLink['range'] {
  const parameters = collectParameters(url)
  const parseTime = (name: string): number | null => parseTimecode(parameters.get(name) ?? '')
  const start = parseTime('start') ?? parseTime('t') ?? parseTime('time_continue')
  const end = parseTime('end')
  return {
    ...(start !== null ? { startTime: start } : {}),
    ...(end !== null ? { endTime: end } : {}),
  }
}
