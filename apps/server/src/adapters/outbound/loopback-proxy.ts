import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Agent } from 'node:https'
import { RequestError, Server } from 'proxy-chain'
import { checkedLookup, tlsOptions } from './outbound-dispatcher.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { isYoutubeServiceHost } from './youtube-hosts.ts'

export type LoopbackProxy = Awaited<ReturnType<typeof startLoopbackProxy>>

const TLS_PORT = 443
/** User name of a caller: `kerf`, the id of an outgoing IP address, and the name of a site behind a dot. */
const USER_NAME_PATTERN = /^kerf([^.]*)(?:\.(\w+))?$/

export interface LoopbackProxyOptions {
  onReceived?: (bytes: number) => void
  extraCaPem?: string | undefined
  /** Whether a site's extractors may reach a host. Absent: there is only YouTube. */
  allowHostOf?: (site: string, host: string) => boolean
}

/** The only way out for yt-dlp: tunnels to the hosts of one site on port 443, at the IP address that was checked. */
export async function startLoopbackProxy(
  policy: OutboundPolicy,
  { onReceived, extraCaPem, allowHostOf }: LoopbackProxyOptions = {},
) {
  const httpsAgent = new Agent(tlsOptions(extraCaPem))
  const password = randomBytes(24).toString('base64url')
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    authRealm: 'kerf',
    prepareRequestFunction: ({ username, password: candidate, hostname, port, isHttp }) => {
      const [, egress, site] = USER_NAME_PATTERN.exec(username ?? '') ?? []
      if (egress === undefined || !isSameText(candidate, password)) return { requestAuthentication: true }
      const verdict = policy.judgeTarget(hostname, port, egress)
      const isOfSite = site === undefined ? isYoutubeServiceHost(hostname) : allowHostOf?.(site, hostname.toLowerCase())
      if (isHttp || port !== TLS_PORT || !isOfSite || !verdict.allowed) {
        throw new RequestError('Refused.', 403)
      }
      if (verdict.proxy) return { upstreamProxyUrl: verdict.proxy.href, httpsAgent }
      return { dnsLookup: checkedLookup(policy, verdict.host, verdict.port) as typeof import('node:dns').lookup }
    },
  })
  server.on('connectionClosed', ({ stats }: { stats?: { trgRxBytes: number | null } }) =>
    onReceived?.(stats?.trgRxBytes ?? 0),
  )
  await server.listen()
  return {
    /**
     * URL of this proxy. Its user name selects the outgoing IP address ('' is the default one) and the site, whose
     * hosts it leads to; absent: YouTube.
     */
    urlFor: (egress: string, site?: string) =>
      `http://kerf${egress}${site ? `.${site}` : ''}:${password}@127.0.0.1:${server.port}`,
    close: () => server.close(true),
  }
}

function isSameText(candidate: string, expectedText: string): boolean {
  const a = Buffer.from(candidate)
  const b = Buffer.from(expectedText)
  return a.length === b.length && timingSafeEqual(a, b)
}
