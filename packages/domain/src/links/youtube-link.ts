import { parseTimecode } from '../ranges/parse-timecode.ts'
import { percentDecoded } from '../text/plain-text.ts'
import type { YoutubePage } from './link.ts'

export interface YoutubeLink {
  videoId: string
  /** What `t=`, `start=` and `end=` ask for; pre-sets the range. */
  range: { startTime?: number; endTime?: number }
}

const LONG_HOST = /^(?:\w+\.)?youtube(?:-nocookie|kids|education)?\.com$|^youtube\.googleapis\.com$/
const SHORT_HOST = /^(?:www\.)?youtu\.be$/
/** Some old links have the whole path behind the hash: `youtube.com/#/watch?v=`. The studio has `video/ID/edit`. */
const ID_IN_PATH = /(?:^|#)\/+(?:shorts|live|embed|video|watch|v|e)\/([^/]+)/
const ID_IN_QUERY = /(?:^|#)\/+(?:(?:watch|movie|live_chat|playlist)(?:_popup)?(?:\.php)?\/?)?(?=[?#!&]|$)/
/** How apps of YouTube are opened: `vnd.youtube:ID`, `vnd.youtube://ID`, `youtube://watch?v=ID`. */
const APP_SCHEME = /^(?:vnd\.)?youtube:(?:\/\/)?(?=watch\?|[\w-]{11}(?![\w.-]))/i
/** Percent-encoded as a whole, or from its path on: `https%3A%2F%2Fyoutu.be%2FID`, `youtube.com/watch%3Fv%3DID`. */
const ENCODED = /^[^?#]*%(?:25)*(?:3a|2f|3f)/i
const VIDEO_ID = /^[A-Za-z0-9_-]{11}(?![A-Za-z0-9_-])/
/** Whether a text is the id of a video, and nothing else. */
export const isYoutubeVideoId = (text: string): boolean => /^[A-Za-z0-9_-]{11}$/.test(text)

/** Words that stand where an id would and happen to have eleven characters: an embedded playlist and a channel's live stream. */
const NOT_AN_ID = new Set(['videoseries', 'live_stream'])

/** Whether links to this host lead to YouTube. In lower case, without a dot at its end. */
export function isYoutubeHost(host: string): boolean {
  return LONG_HOST.test(host) || SHORT_HOST.test(host)
}

/**
 * Reads every spelling of a link to one YouTube video. Channels, playlists, other hosts, look-alike hosts and links that
 * carry a user name answer null. Never returns anything of the link but the id and times, so that nothing else of it can
 * reach a subprocess.
 */
export function parseYoutubeLink(text: string): YoutubeLink | null {
  const url = toUrl(text)
  const videoId = VIDEO_ID.exec((url && idIn(url)) ?? '')?.[0]
  return url && videoId ? { videoId, range: askedRange(url) } : null
}

/** null for other links, and where a video's id should be and is none. */
export function youtubePageOf(text: string): YoutubePage | null {
  const url = toUrl(text)
  if (!url || !isYoutubeHost(hostOf(url)) || idIn(url)) return null
  if (url.pathname.startsWith('/clip/')) return 'youtube_clip'
  return parametersOf(url).has('list') ? 'youtube_playlist' : 'youtube_page'
}

/** @param wrappers how many links and encodings may be around the one that is meant */
function toUrl(text: string, wrappers = 2): URL | null {
  // Left in by pages that write out the source of a link.
  const link = text.trim().replace(/&(?:amp;)+/g, '&')
  // Browsers drop white space and turn backslashes in links, which is what disguises are made of.
  if (/\s|\\/.test(link)) return null
  if (ENCODED.test(link)) return wrappers > 0 ? toUrl(percentDecoded(link), wrappers - 1) : null
  const opened = link.replace(APP_SCHEME, 'https://youtu.be/')
  if (opened !== link) return toUrl(opened, wrappers)
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link.replace(/^\/\//, '')}`
  const url = URL.canParse(absolute) ? new URL(absolute) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  const within = linkWithin(url)
  if (within === null) return url
  return wrappers > 0 ? toUrl(within, wrappers - 1) : null
}

/** What YouTube's own pages name a path by: who has shared it, signing in, and asking for the viewer's age or consent. */
const NEXT_PATHS: Readonly<Record<string, string>> = {
  '/attribution_link': 'u',
  '/signin': 'next',
  '/das_captcha': 'next',
  '/verify_age': 'next_url',
  '/verify_controversy': 'next_url',
}

/** YouTube's own pages that go on to a video. */
function linkWithin(url: URL): string | null {
  const host = hostOf(url)
  if (host === 'consent.youtube.com') return url.searchParams.get('continue')
  if (!LONG_HOST.test(host)) return null
  if (url.pathname === '/redirect') return url.searchParams.get('q')
  const name = NEXT_PATHS[url.pathname]
  const path = name ? url.searchParams.get(name) : null
  return path === null ? null : `https://www.youtube.com${path}`
}

const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/** What stands where a video's id belongs, valid or not. */
function idIn(url: URL): string | null {
  const host = hostOf(url)
  if (!isYoutubeHost(host)) return null
  const path = url.pathname + url.hash
  const found =
    ID_IN_PATH.exec(path)?.[1] ??
    (ID_IN_QUERY.test(path) ? parametersOf(url).get('v') : null) ??
    (SHORT_HOST.test(host) ? url.pathname.slice(1) : null)
  return NOT_AN_ID.has(VIDEO_ID.exec(found ?? '')?.[0] ?? '') ? null : found
}

/** The query's before those behind the hash and those that are, by mistake, in the path: `youtu.be/ID&t=90`. */
function parametersOf(url: URL): URLSearchParams {
  return new URLSearchParams([url.search, url.hash.replace(/[?#]!?/g, '&'), url.pathname].join('&'))
}

function askedRange(url: URL): YoutubeLink['range'] {
  const parameters = parametersOf(url)
  const asked = (name: string): number | null => parseTimecode(parameters.get(name) ?? '')
  const start = asked('start') ?? asked('t') ?? asked('time_continue')
  const end = asked('end')
  return {
    ...(start !== null ? { startTime: start } : {}),
    ...(end !== null ? { endTime: end } : {}),
  }
}
