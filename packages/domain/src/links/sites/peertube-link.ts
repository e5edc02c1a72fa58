import { parseTimecode } from '../../ranges/parse-timecode.ts'
import { linkOf, linkTimes, type SiteVideo, urlIn } from './site.ts'

const UUID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Digits of a short id, which is the same number as the UUID. */
const DIGITS = '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const UUID_LIMIT = 2n ** 128n

/**
 * Reads a link to a video of a PeerTube by its path: `/w/SHORT`, `/videos/watch/UUID`, `/videos/embed/UUID`. Any host
 * may run PeerTube, so only its answer shows whether it does. null for other paths.
 */
export function parsePeertubeLink(text: string): SiteVideo | null {
  const url = /^https?:/i.test(text.trim()) ? urlIn(text) : null
  const link = url && linkOf(url)
  if (!link) return null
  const [first = '', second = '', thirdSegment = '', ...furtherSegments] = link.path
  const videoIdSegment = first === 'w' && thirdSegment === '' ? second : isWatchPage(first, second) ? thirdSegment : ''
  const id = UUID_PATTERN.test(videoIdSegment.toLowerCase()) ? videoIdSegment.toLowerCase() : uuidOf(videoIdSegment)
  if (id === null || furtherSegments.length > 0) return null
  const endTime = parseTimecode(link.query.get('stop') ?? '')
  const times = { ...linkTimes(link), ...(endTime !== null && { endTime }) }
  return { id, reference: `${url.protocol}//${url.host}/videos/watch/${id}`, ...times }
}

const isWatchPage = (first: string, second: string): boolean =>
  first === 'videos' && ['watch', 'embed'].includes(second)

/** Reads a link to a channel or an account of a PeerTube: `peertube:name@host`. null for other paths. */
export function parsePeertubeChannel(text: string): string | null {
  const url = /^https?:/i.test(text.trim()) ? urlIn(text) : null
  const [kind = '', name = ''] = (url && linkOf(url))?.path ?? []
  return url && ['c', 'a', 'video-channels', 'accounts'].includes(kind) ? peertubeChannel(name, url.host) : null
}

/** Name of a channel with its host: `peertube:name@host`. null for other names. */
export function peertubeChannel(name: string, host: string): string | null {
  const [, ownName, elsewhere] = /^([\w.-]{1,120})(?:@([\w.-]+(?::\d+)?))?$/.exec(name) ?? []
  return ownName === undefined ? null : `peertube:${ownName}@${elsewhere ?? host}`.toLowerCase()
}

/** The UUID that a short id stands for; null for other texts. */
function uuidOf(short: string): string | null {
  if (short.length !== 22 || ![...short].every((digit) => DIGITS.includes(digit))) return null
  const value = [...short].reduce((sum, digit) => sum * BigInt(DIGITS.length) + BigInt(DIGITS.indexOf(digit)), 0n)
  if (value >= UUID_LIMIT) return null
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
