import { ADDRCONFIG } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { parseAllowList } from './allow-list.ts'
import type { EgressPool } from './egress-pool.ts'
import { readHost } from './host-spelling.ts'
import { isPublicIpAddress } from './public-ip-address.ts'
import { isYoutubeServiceHost } from './youtube-hosts.ts'

interface ResolvedAddress {
  address: string
  family: number
}
/** Finds all IP addresses of a name; throws when there are none. */
export type NameLookup = (name: string) => Promise<ResolvedAddress[]>

type OutboundVerdict =
  /** `proxy` is the upstream proxy to leave by, null for a direct connection. */
  | { allowed: true; host: string; port: number; proxy: URL | null }
  /** `why` and `target` (which OUTBOUND_ALLOW could name) are for logs and admins. Viewers must not learn them. */
  | { allowed: false; why: string; target?: string }

export interface OutboundPolicy {
  /** Checks length, scheme, credentials, host and port of a URL. Every redirect needs a separate call. */
  judgeUrl(url: URL, egress?: string): OutboundVerdict
  /**
   * Judges a host, as written in a URL or a CONNECT, and a port. A name that passes still has to pass `resolve`.
   * @param egress id of an outgoing IP address; '' or none for the default route
   */
  judgeTarget(host: string, port: number, egress?: string): OutboundVerdict
  /**
   * The IP addresses to connect to for a host that passed; throws OutboundRefusedError if any of them is forbidden. For
   * YouTube's hosts they are of one family, IPv4 if possible: YouTube binds media to the IP address of the request.
   */
  resolve(host: string, port: number): Promise<ResolvedAddress[]>
}

export class OutboundRefusedError extends Error {
  override name = 'OutboundRefusedError'
  /** The host and port that OUTBOUND_ALLOW could name; undefined where that would not help. */
  readonly target: string | undefined
  constructor(reason: string, target?: string) {
    super(reason)
    this.target = target
  }
}

export interface OutboundPolicyOptions {
  /** Entries `host:port` or CIDR that may be private or have unusual ports. They are reached without a proxy. */
  allow?: readonly string[]
  /** The operator's own proxy, through which everything goes that is not exempt and has no egress of its own. */
  upstreamProxy?: URL | null
  /** The proxy of an outgoing IP address, by its id. */
  proxyOf?: EgressPool['proxyOf']
  /** Resolves names; default: the system's resolver. */
  lookup?: NameLookup
}

const WEB_PORTS = [80, 443]
/** Maximum length of a URL, more than web servers usually accept. */
const MAX_URL_CHARACTERS = 8192
/**
 * Resolves names with the system's resolver. For YouTube, where IPv4 is preferred, ADDRCONFIG drops IPv4 on machines
 * without it.
 */
const lookupBySystem: NameLookup = (name) =>
  systemLookup(name, { all: true, hints: isYoutubeServiceHost(name) ? ADDRCONFIG : 0 })

/** The rules for outgoing connections of this server. Throws AllowListError when an exemption cannot be parsed. */
export function createOutboundPolicy(options: OutboundPolicyOptions = {}): OutboundPolicy {
  const allowList = parseAllowList(options.allow ?? [])
  const lookup = options.lookup ?? lookupBySystem

  function judgeAddress(host: string, port: number, upstreamProxy: URL | null): OutboundVerdict {
    const direct: OutboundVerdict = { allowed: true, host, port, proxy: null }
    if (allowList.allowsTarget(host, port) || allowList.containsAddress(host)) return direct
    if (upstreamProxy) return refuse('the upstream proxy is given names only')
    if (!isPublicIpAddress(host)) return refuse('not a public address')
    return WEB_PORTS.includes(port) ? direct : refuse('not a port of the web')
  }

  function judgeName(host: string, port: number, special: boolean, proxy: URL | null): OutboundVerdict {
    const direct: OutboundVerdict = { allowed: true, host, port, proxy: null }
    if (allowList.allowsTarget(host, port)) return direct
    const isOrdinary = !special && WEB_PORTS.includes(port)
    if (proxy) {
      return isOrdinary ? { ...direct, proxy } : refuse('not a name and port to give to the upstream proxy')
    }
    // Only `resolve` shows whether the name leads into a block that the operator opened.
    return isOrdinary || allowList.hasBlocks ? direct : refuse('not a public name on a port of the web')
  }

  function mayConnect(host: string, port: number, address: string): boolean {
    if (allowList.allowsTarget(host, port) || allowList.containsAddress(address)) return true
    const parsedHost = readHost(host)
    if (parsedHost?.kind !== 'name' || parsedHost.special) return false
    return WEB_PORTS.includes(port) && isPublicIpAddress(address)
  }

  function judgeTarget(text: string, port: number, egress = ''): OutboundVerdict {
    const host = readHost(text)
    if (host === null) return refuse('not a plain host name or address')
    const proxy = (egress === '' ? options.upstreamProxy : options.proxyOf?.(egress)) ?? null
    if (egress !== '' && !proxy) return refuse('not one of the outgoing addresses')
    const verdict =
      host.kind === 'address' ? judgeAddress(host.host, port, proxy) : judgeName(host.host, port, host.special, proxy)
    return verdict.allowed ? verdict : { ...verdict, target: hostAndPort(host.host, port) }
  }

  return {
    judgeTarget,

    judgeUrl(url, egress) {
      if (url.href.length > MAX_URL_CHARACTERS) return refuse('longer than any address of the web')
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('neither http nor https')
      if (url.username !== '' || url.password !== '') return refuse('a name or password in the address')
      return judgeTarget(url.hostname, portOf(url), egress)
    },

    async resolve(host, port) {
      const addresses = await lookup(host)
      if (addresses.length === 0) throw new OutboundRefusedError('the name has no address')
      if (!addresses.every(({ address }) => mayConnect(host, port, address))) {
        throw new OutboundRefusedError('the name leads to an address that is off limits', hostAndPort(host, port))
      }
      const ipv4 = isYoutubeServiceHost(host) ? addresses.filter(({ family }) => family === 4) : []
      return ipv4.length > 0 ? ipv4 : addresses
    },
  }
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** Host and port as OUTBOUND_ALLOW spells them. */
const hostAndPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

function refuse(reason: string): OutboundVerdict {
  return { allowed: false, why: reason }
}

/** Settings of the operator about outgoing requests. */
export interface OutboundSettings {
  outboundAllow: readonly string[]
  outboundProxy: URL | null
}

/** A policy that also allows these URLs of the operator, private or not. Uses the operator's proxy where possible. */
export function policyFor(urls: readonly URL[], { outboundAllow, outboundProxy }: OutboundSettings): OutboundPolicy {
  const policy = createOutboundPolicy({ allow: outboundAllow, upstreamProxy: outboundProxy })
  const directUrls = urls.filter((url) => {
    const verdict = policy.judgeUrl(url)
    return !(verdict.allowed && verdict.proxy)
  })
  const exemptions = directUrls.map((url) => `${url.hostname}:${portOf(url)}`)
  return createOutboundPolicy({ allow: [...outboundAllow, ...exemptions], upstreamProxy: outboundProxy })
}
