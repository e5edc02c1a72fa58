import { isMediaFile, SAMPLE_LINK, SOURCES, type SourceId } from '../links/link.ts'
import { recognizeLink } from '../links/recognize-link.ts'
import { isYoutubeHost, isYoutubeVideoId, parseYoutubeLink } from '../links/youtube-link.ts'
import { percentDecoded } from '../text/plain-text.ts'

/** A video, a whole channel, or a domain with everything below it. Nothing of it is processed or handed out. */
export const BLOCK_KINDS = ['video', 'channel', 'domain'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** What a block is compared by: two spellings of one thing have one key. */
export interface BlockKey {
  kind: BlockKind
  key: string
}

export const UNBLOCKABLE_REASONS = [
  'sample',
  'not_a_video',
  'not_a_channel',
  'old_channel_name',
  'not_a_domain',
  'too_wide',
] as const
export type UnblockableReason = (typeof UNBLOCKABLE_REASONS)[number]

export type ReadBlock = ({ blockable: true } & BlockKey) | { blockable: false; reason: UnblockableReason }

export interface BlockSubject {
  source: SourceId
  reference: string
  /** What its channel is known by, and where a media file was really served from (address or host), as far as anybody knows yet. */
  channelIds?: readonly string[] | undefined
  servedFrom?: readonly string[] | undefined
}

const YOUTUBE_DOMAIN = 'youtube.com'
const CHANNEL_ID = /^UC[A-Za-z0-9_-]{22}$/
const HANDLE = /^@[\p{L}\p{N}\p{M}_.·-]{2,60}$/u
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/
const NETWORK = /^\[?[\da-f:.]*[:.][\da-f:.]*\]?\/\d{1,3}$/i
/** What registries sell names below, in front of a country's ending: `co.uk`, `com.au`. */
const REGISTRY_LABELS = new Set('ac co com edu gob gov gouv mil ne net nom or org'.split(' '))

/** What to block, parsed from the input: a link, a bare id, a handle, a host. */
export function readBlock(kind: BlockKind, entered: string): ReadBlock {
  const text = entered.trim()
  if (text.toLowerCase() === SAMPLE_LINK) return { blockable: false, reason: 'sample' }
  if (kind === 'video') return readVideo(text)
  return kind === 'channel' ? readChannel(text) : readDomain(text)
}

/** What was entered, as it may be written down: what stands in front of a host to sign in there is nobody else's business. */
export function withoutCredentials(entered: string): string {
  return entered.trim().replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#@]*@/i, '$1//')
}

/** Every key under which a block would be about this video. */
export function blockKeysOf({ source, reference, channelIds = [], servedFrom = [] }: BlockSubject): BlockKey[] {
  const channels = channelIds.flatMap((id): BlockKey[] => {
    const key = channelKey(id)
    return key === null ? [] : [{ kind: 'channel', key }]
  })
  if (source === 'youtube')
    return [{ kind: 'video', key: youtubeKey(reference) }, ...channels, { kind: 'domain', key: YOUTUBE_DOMAIN }]
  const url = URL.canParse(reference) ? new URL(reference) : null
  if (!url) return []
  const landed = servedFrom.filter((place) => URL.canParse(place)).map((place) => new URL(place))
  const hosts = servedFrom.filter((place) => !URL.canParse(place))
  const domains = new Set([...[url, ...landed].map(({ hostname }) => hostname), ...hosts].flatMap(domainsAround))
  return [
    ...[...new Set([url, ...landed].map(mediaKey))].map((key): BlockKey => ({ kind: 'video', key })),
    ...channels,
    ...[...domains].map((key): BlockKey => ({ kind: 'domain', key })),
  ]
}

/** What a channel is compared by; null for what names none for good. Handles have no capitals, ids do. */
export function channelKey(text: string): string | null {
  if (CHANNEL_ID.test(text)) return text
  const handle = text.normalize('NFC').toLowerCase()
  return HANDLE.test(handle) ? handle : null
}

export function channelOfLink(link: string): string | null {
  const read = readChannel(link)
  return read.blockable ? read.key : null
}

const youtubeKey = (videoId: string): string => `youtube:${videoId}`

function readVideo(text: string, isWithin = false): ReadBlock {
  if (isYoutubeVideoId(text)) return { blockable: true, kind: 'video', key: youtubeKey(text) }
  const url = toUrl(text)
  if (!url) return { blockable: false, reason: 'not_a_video' }
  // Left out of a block, a name in front of the host disguises nothing.
  url.username = ''
  url.password = ''
  url.pathname = `/${segmentsOf(url.pathname).join('/')}`
  // Written out it may be longer than what a person pastes.
  const youtube = parseYoutubeLink(url.href)
  if (youtube) return { blockable: true, kind: 'video', key: youtubeKey(youtube.videoId) }
  const isVideo = isMediaFile(url.pathname) || recognizeLink(url.href, SOURCES) !== null
  if (isVideo) return { blockable: true, kind: 'video', key: mediaKey(url) }
  // A link to a trim, as people share it: the video is named in it. Once, so that links within links come to an end.
  const named = url.searchParams.get('url')
  return named !== null && !isWithin ? readVideo(named, true) : { blockable: false, reason: 'not_a_video' }
}

function readChannel(text: string): ReadBlock {
  const bare = channelKey(text)
  if (bare !== null) return { blockable: true, kind: 'channel', key: bare }
  const none: ReadBlock = { blockable: false, reason: 'not_a_channel' }
  const url = toUrl(text)
  if (!url || !isYoutubeHost(hostOf(url))) return none
  const [first = '', second = ''] = segmentsOf(url.pathname).map(percentDecoded)
  if (first === 'c' || first === 'user') return { blockable: false, reason: 'old_channel_name' }
  const key =
    first === 'channel' ? (CHANNEL_ID.test(second) ? second : null) : first[0] === '@' ? channelKey(first) : null
  return key === null ? none : { blockable: true, kind: 'channel', key }
}

function readDomain(text: string): ReadBlock {
  const none: ReadBlock = { blockable: false, reason: 'not_a_domain' }
  // `*.example.org` and `.example.org` are how other lists write what is meant here anyway.
  const plain = text.replace(/^(?:\*?\.)+/, '')
  // A whole network would be read as its first address alone.
  if (NETWORK.test(plain)) return none
  const url = toUrl(plain) ?? toUrl(`[${plain}]`)
  if (!url) return none
  const host = hostOf(url)
  if (isYoutubeHost(host)) return { blockable: true, kind: 'domain', key: YOUTUBE_DOMAIN }
  if (ADDRESS.test(host)) return { blockable: true, kind: 'domain', key: host }
  const labels = host.split('.')
  if (labels.some((label) => label === '') || !/^[a-z\d_.-]+$/.test(host)) return none
  const [last = '', beforeLast = ''] = labels.toReversed()
  const isSuffix = labels.length === 2 && last.length === 2 && REGISTRY_LABELS.has(beforeLast)
  if (labels.length < 2 || isSuffix) return { blockable: false, reason: 'too_wide' }
  return { blockable: true, kind: 'domain', key: host }
}

/** The host itself and every parent domain. */
function domainsAround(spelt: string): string[] {
  const host = bareHost(spelt)
  if (ADDRESS.test(host)) return [host]
  const labels = host.split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  return isYoutubeHost(host) ? [...domains, YOUTUBE_DOMAIN] : domains
}

/** A file's host and path. Scheme, query and fragment make no other file; nor do most ways of spelling a path. */
function mediaKey(url: URL): string {
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  return `media:${hostOf(url)}${port}/${segmentsOf(url.pathname).join('/')}`
}

/** The parts of a path in the one spelling: what is encoded without need is not, the rest is in capitals; no empty or dot parts. */
function segmentsOf(pathname: string): string[] {
  const bytes = pathname.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const segments: string[] = []
  for (const segment of bytes.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment.replace(/[^\w.~-]/g, asPercent))
  }
  return segments
}

function asPercent(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** As browsers read it: in lower case, in punycode, addresses in one spelling. */
const hostOf = (url: URL): string => bareHost(url.hostname)
const bareHost = (hostname: string): string => unmapped(hostname.toLowerCase().replace(/\.+$/, ''))

const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/

function unmapped(host: string): string {
  const [, high, low] = MAPPED.exec(host) ?? []
  if (high === undefined || low === undefined) return host
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.')
}

function toUrl(text: string): URL | null {
  if (text === '' || /\s/.test(text)) return null
  const absolute = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.canParse(absolute) ? new URL(absolute) : null
  return url && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '' ? url : null
}
