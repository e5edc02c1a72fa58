import { SAMPLE_LINK } from '../links/link.ts'
import { isMediaFile } from '../links/media-file.ts'
import { recognizeLink } from '../links/recognize-link.ts'
import { parsePeertubeChannel, parsePeertubeLink } from '../links/sites/peertube-link.ts'
import { isSite, parseSiteChannel, parseSiteVideo, SITE_IDS, siteOf, siteOfHost } from '../links/sites/sites.ts'
import { SOURCES, type SourceId } from '../links/source-ids.ts'
import { isYoutubeLinkHost, isYoutubeVideoId, parseYoutubeLink } from '../links/youtube-link.ts'
import { percentDecoded } from '../text/plain-text.ts'

/** Kinds of blocks: a video, a channel, or a domain with its subdomains. Blocked videos are not processed or served. */
export const BLOCK_KINDS = ['video', 'channel', 'domain'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** Key of a block. All spellings of the same video, channel or domain have the same key. */
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
  /**
   * Known ids and handles of the channel (`twitch:name` on sites); known hosts, addresses or URLs that served a file.
   */
  channelIds?: readonly string[] | undefined
  servedFrom?: readonly string[] | undefined
}

const YOUTUBE_DOMAIN = 'youtube.com'
const CHANNEL_ID_PATTERN = /^UC[A-Za-z0-9_-]{22}$/
const HANDLE_PATTERN = /^@[\p{L}\p{N}\p{M}_.·-]{2,60}$/u
const IP_ADDRESS_PATTERN = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/
/** Channel of a site, as parseSiteChannel and parsePeertubeChannel write it. */
const SITE_CHANNEL_PATTERN = new RegExp(`^(?:${[...SITE_IDS, 'peertube'].join('|')}):[\\w@.:%/-]{1,300}$`)
const IP_NETWORK_PATTERN = /^\[?[\da-f:.]*[:.][\da-f:.]*\]?\/\d{1,3}$/i
/** Labels before a country's ending under which registries sell names: `co.uk`, `com.au`. */
const REGISTRY_LABELS = new Set('ac co com edu gob gov gouv mil ne net nom or org'.split(' '))

/** Reads what to block: a link, a bare id, a handle or a host. */
export function readBlock(kind: BlockKind, enteredText: string): ReadBlock {
  const text = enteredText.trim()
  if (text.toLowerCase() === SAMPLE_LINK) return { blockable: false, reason: 'sample' }
  if (kind === 'video') return readVideo(text)
  return kind === 'channel' ? readChannel(text) : readDomain(text)
}

/** The entered text without the credentials of its URL, for storage. */
export function withoutCredentials(enteredText: string): string {
  return enteredText.trim().replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#@]*@/i, '$1//')
}

/** Keys of all blocks that apply to this video. */
export function blockKeysOf({ source, reference, channelIds = [], servedFrom = [] }: BlockSubject): BlockKey[] {
  const channels = channelIds.flatMap((id): BlockKey[] => {
    const key = channelKey(id)
    return key === null ? [] : [{ kind: 'channel', key }]
  })
  if (source === 'youtube')
    return [{ kind: 'video', key: youtubeKey(reference) }, ...channels, { kind: 'domain', key: YOUTUBE_DOMAIN }]
  const url = URL.canParse(reference) ? new URL(reference) : null
  if (!url) return []
  const servedUrls = servedFrom.filter((hostOrUrl) => URL.canParse(hostOrUrl)).map((urlText) => new URL(urlText))
  const hosts = servedFrom.filter((hostOrUrl) => !URL.canParse(hostOrUrl))
  const domains = new Set([...[url, ...servedUrls].map(({ hostname }) => hostname), ...hosts].flatMap(domainAndParents))
  const siteDomains = isSite(source) ? siteOf(source).domains.slice(0, 1) : []
  for (const domain of siteDomains) domains.add(domain)
  const videoKeys = new Set([...siteKeys(reference), ...[url, ...servedUrls].map(mediaKey)])
  return [
    ...[...videoKeys].map((key): BlockKey => ({ kind: 'video', key })),
    ...channels,
    ...[...domains].map((key): BlockKey => ({ kind: 'domain', key })),
  ]
}

/** Key of a channel: its id, or its handle in lower case; null for other names, which may change owners. */
export function channelKey(text: string): string | null {
  if (CHANNEL_ID_PATTERN.test(text)) return text
  if (SITE_CHANNEL_PATTERN.test(text)) return text.toLowerCase()
  const handle = text.normalize('NFC').toLowerCase()
  return HANDLE_PATTERN.test(handle) ? handle : null
}

export function channelOfLink(link: string): string | null {
  const block = readChannel(link)
  return block.blockable ? block.key : null
}

const youtubeKey = (videoId: string): string => `youtube:${videoId}`

/** Key of a site's video: `vimeo:76979871`. All links to a video have the same. null for other links. */
function siteKey(link: string): string | null {
  const site = parseSiteVideo(link)
  if (site) return `${site.source}:${site.video.id}`
  const peertube = parsePeertubeLink(link)
  return peertube && `peertube:${peertube.id}`
}

/**
 * Keys of a site's video and of all that it is a part of: `archive:ITEM/FILE`, `archive:ITEM`. Empty for other links.
 */
function siteKeys(link: string): string[] {
  const parts = siteKey(link)?.split('/') ?? []
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function readVideo(text: string, isInnerLink = false): ReadBlock {
  if (isYoutubeVideoId(text)) return { blockable: true, kind: 'video', key: youtubeKey(text) }
  const url = toUrl(text)
  if (!url) return { blockable: false, reason: 'not_a_video' }
  // The key contains no user name, so a user name cannot disguise the host here.
  url.username = ''
  url.password = ''
  url.pathname = `/${splitPath(url.pathname).join('/')}`
  // Not by recognizeLink, which refuses a URL that percent-encoding makes longer than MAX_LINK_LENGTH.
  const youtube = parseYoutubeLink(url.href)
  if (youtube) return { blockable: true, kind: 'video', key: youtubeKey(youtube.videoId) }
  const key = siteKey(url.href)
  if (key !== null) return { blockable: true, kind: 'video', key }
  const isVideo = isMediaFile(url.pathname) || recognizeLink(url.href, SOURCES) !== null
  if (isVideo) return { blockable: true, kind: 'video', key: mediaKey(url) }
  // A shared link to a trim names the video in `url`. Only one level is read, so recursion ends.
  const innerLink = url.searchParams.get('url')
  return innerLink !== null && !isInnerLink ? readVideo(innerLink, true) : { blockable: false, reason: 'not_a_video' }
}

function readChannel(text: string): ReadBlock {
  const bareKey = channelKey(text)
  if (bareKey !== null) return { blockable: true, kind: 'channel', key: bareKey }
  const refusal: ReadBlock = { blockable: false, reason: 'not_a_channel' }
  const url = toUrl(text)
  if (!url) return refusal
  if (!isYoutubeLinkHost(hostOf(url))) {
    const siteChannel = parseSiteChannel(text) ?? parsePeertubeChannel(text)
    return siteChannel === null ? refusal : { blockable: true, kind: 'channel', key: siteChannel }
  }
  const [first = '', second = ''] = splitPath(url.pathname).map(percentDecoded)
  if (first === 'c' || first === 'user') return { blockable: false, reason: 'old_channel_name' }
  const key =
    first === 'channel'
      ? CHANNEL_ID_PATTERN.test(second)
        ? second
        : null
      : first[0] === '@'
        ? channelKey(first)
        : null
  return key === null ? refusal : { blockable: true, kind: 'channel', key }
}

function readDomain(text: string): ReadBlock {
  const refusal: ReadBlock = { blockable: false, reason: 'not_a_domain' }
  // `*.example.org` and `.example.org` mean `example.org` here: a block covers all subdomains.
  const domain = text.replace(/^(?:\*?\.)+/, '')
  // A URL parser would reduce a network to its first address.
  if (IP_NETWORK_PATTERN.test(domain)) return refusal
  const url = toUrl(domain) ?? toUrl(`[${domain}]`)
  if (!url) return refusal
  const host = hostOf(url)
  if (isYoutubeLinkHost(host)) return { blockable: true, kind: 'domain', key: YOUTUBE_DOMAIN }
  if (IP_ADDRESS_PATTERN.test(host)) return { blockable: true, kind: 'domain', key: host }
  const site = siteOfHost(host.replace(/^(?:www|m|mobile)\./, ''))
  if (site && siteOf(site).domains.includes(host.replace(/^(?:www|m|mobile)\./, '')))
    return { blockable: true, kind: 'domain', key: siteOf(site).domains[0] }
  const labels = host.split('.')
  if (labels.some((label) => label === '') || !/^[a-z\d_.-]+$/.test(host)) return refusal
  const [lastLabel = '', beforeLast = ''] = labels.toReversed()
  const isSuffix = labels.length === 2 && lastLabel.length === 2 && REGISTRY_LABELS.has(beforeLast)
  if (labels.length < 2 || isSuffix) return { blockable: false, reason: 'too_wide' }
  return { blockable: true, kind: 'domain', key: host }
}

/** The host and all its parent domains. */
function domainAndParents(hostname: string): string[] {
  const host = bareHost(hostname)
  if (IP_ADDRESS_PATTERN.test(host)) return [host]
  const labels = host.split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  return isYoutubeLinkHost(host) ? [...domains, YOUTUBE_DOMAIN] : domains
}

/** Key of a media file: host and normalized path. Scheme, query and fragment do not count. */
function mediaKey(url: URL): string {
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  return `media:${hostOf(url)}${port}/${splitPath(url.pathname).join('/')}`
}

/** Normalized segments of a path: minimal percent-encoding in upper case, no empty and no dot segments. */
function splitPath(pathname: string): string[] {
  const bytes = pathname.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const segments: string[] = []
  for (const segment of bytes.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment.replace(/[^\w.~-]/g, percentEncoded))
  }
  return segments
}

function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** Host as in browsers: lower case, punycode, normalized addresses. */
const hostOf = (url: URL): string => bareHost(url.hostname)
const bareHost = (hostname: string): string => unmapIpv4(hostname.toLowerCase().replace(/\.+$/, ''))

const MAPPED_IPV4_PATTERN = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/

function unmapIpv4(host: string): string {
  const [, highBits, lowBits] = MAPPED_IPV4_PATTERN.exec(host) ?? []
  if (highBits === undefined || lowBits === undefined) return host
  return [highBits, lowBits]
    .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
    .join('.')
}

function toUrl(text: string): URL | null {
  if (text === '' || /\s/.test(text)) return null
  const absoluteUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.canParse(absoluteUrl) ? new URL(absoluteUrl) : null
  return url && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '' ? url : null
}
