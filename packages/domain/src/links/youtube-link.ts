export interface YoutubeLink {
  videoId: string
  /** What `t=`, `start=` and `end=` ask for; pre-sets the range. */
  range: { startTime?: number; endTime?: number }
}

const LONG_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const SHORT_HOSTS = new Set(['youtu.be', 'www.youtu.be'])
const ID_IN_PATH = /^\/(?:shorts|live|embed|v|e)\/([^/]+)\/?$/
const VIDEO_ID = /^[A-Za-z0-9_-]{11}(?![A-Za-z0-9_-])/
/** Words that stand where an id would and happen to have eleven characters: an embedded playlist and a channel's live stream. */
const NOT_AN_ID = new Set(['videoseries', 'live_stream'])

/** Whether links to this host lead to YouTube. In lower case, without a dot at its end. */
export function isYoutubeHost(host: string): boolean {
  return LONG_HOSTS.has(host) || SHORT_HOSTS.has(host)
}

/**
 * Reads every spelling of a link to one YouTube video. Channels, playlists, other hosts, look-alike hosts and links that
 * carry a user name answer null. Never returns anything of the link but the id and times, so that nothing else of it can
 * reach a subprocess.
 */
export function parseYoutubeLink(text: string): YoutubeLink | null {
  const url = toUrl(text.trim())
  if (!url) return null
  const host = url.hostname.replace(/\.$/, '')
  const candidate = SHORT_HOSTS.has(host) ? url.pathname.slice(1) : LONG_HOSTS.has(host) ? idOnLongHost(url) : null
  const videoId = VIDEO_ID.exec(candidate ?? '')?.[0]
  if (!videoId || NOT_AN_ID.has(videoId)) return null
  return { videoId, range: askedRange(url) }
}

function toUrl(text: string): URL | null {
  // Browsers drop white space and turn backslashes in links, which is what disguises are made of.
  if (/\s|\\/.test(text)) return null
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.canParse(absolute) ? new URL(absolute) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  return url
}

function idOnLongHost(url: URL): string | null {
  const path = url.pathname.replace(/\/+$/, '')
  if (path === '/watch') return url.searchParams.get('v')
  return ID_IN_PATH.exec(url.pathname)?.[1] ?? null
}

function askedRange(url: URL): YoutubeLink['range'] {
  const hash = new URLSearchParams(url.hash.slice(1))
  const asked = (name: string): number | null => parseSeconds(url.searchParams.get(name) ?? hash.get(name))
  const start = asked('start') ?? asked('t') ?? asked('time_continue')
  const end = asked('end')
  return {
    ...(start !== null ? { startTime: start } : {}),
    ...(end !== null ? { endTime: end } : {}),
  }
}

/** `90`, `90s`, `1m30s`, `1h2m3s`, `1:30` */
function parseSeconds(text: string | null): number | null {
  if (!text) return null
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})$/.exec(text)
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  const parts = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,7}(?:\.\d{1,3})?)s?)?$/i.exec(text)
  if (!parts?.slice(1).some(Boolean)) return null
  return Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0)
}
