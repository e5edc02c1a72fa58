import { recognizeLink } from '../links/recognize-link.ts'
import { SOURCES } from '../links/source-ids.ts'
import { LINK_PARAMETER } from './device-policy.ts'

/** A media link that the page for local files may read itself. */
export interface DeviceLink {
  /** The link without its fragment. */
  address: string
  /** The one origin that the policy of the page allows. */
  origin: string
  host: string
  /** Times of the link, in seconds. */
  startTime?: number | undefined
  endTime?: number | undefined
}

/** Hosts that a policy can name. It has no form for IPv6, and `;` or `*` would change its meaning. */
const HOST_PATTERN = /^[a-z\d-]+(\.[a-z\d-]+)*$/
const PLAYLIST_PATTERN = /\.m3u8$/i

/**
 * The media link in the query of the page's address; null for none, and for one that the page may not read. Server and
 * page ask here, so that the policy names what the page reads. Links of sites are refused: their media have other
 * addresses.
 * @param pageOrigin origin of the page. A page over HTTPS cannot read a link over HTTP, and no page reads this server.
 */
export function deviceLink(query: string, pageOrigin: string): DeviceLink | null {
  const [link, ...otherLinks] = new URLSearchParams(query).getAll(LINK_PARAMETER)
  const recognized = link === undefined || otherLinks.length > 0 ? null : recognizeLink(link, SOURCES)
  if (recognized?.source !== 'media') return null
  const { reference, startTime, endTime } = recognized
  const { origin, host, hostname, protocol, pathname } = new URL(reference)
  if (protocol === 'http:' && !pageOrigin.startsWith('http:')) return null
  if (origin === pageOrigin || !HOST_PATTERN.test(hostname) || PLAYLIST_PATTERN.test(pathname)) return null
  return { address: reference, origin, host, startTime, endTime }
}
