import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Agent } from 'node:https'
import { RequestError, Server } from 'proxy-chain'
import { checkedLookup, tlsOptions } from './outbound-dispatcher.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { isYoutubeHost } from './youtube-hosts.ts'

export type LoopbackProxy = Awaited<ReturnType<typeof startLoopbackProxy>>

const TLS_PORT = 443
/** Beginning of the proxy's user name. The id of an outgoing address follows. */
const USER_PREFIX = 'kerf'

/** The only way out for yt-dlp: tunnels to YouTube's hosts on port 443, at the address that was checked. */
export async function startLoopbackProxy(
  policy: OutboundPolicy,
  { onReceived, extraCaPem }: { onReceived?: (bytes: number) => void; extraCaPem?: string | undefined } = {},
) {
  const httpsAgent = new Agent(tlsOptions(extraCaPem))
  const password = randomBytes(24).toString('base64url')
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    authRealm: 'kerf',
    prepareRequestFunction: ({ username, password: candidate, hostname, port, isHttp }) => {
      const egress = username?.startsWith(USER_PREFIX) ? username.slice(USER_PREFIX.length) : null
      if (egress === null || !isSameText(candidate, password)) return { requestAuthentication: true }
      const verdict = policy.judgeTarget(hostname, port, egress)
      if (isHttp || port !== TLS_PORT || !isYoutubeHost(hostname) || !verdict.allowed) {
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
    /** URL of this proxy. Its user name selects the outgoing address; '' is the usual one. */
    urlFor: (egress: string) => `http://${USER_PREFIX}${egress}:${password}@127.0.0.1:${server.port}`,
    close: () => server.close(true),
  }
}

function isSameText(candidate: string, expected: string): boolean {
  const a = Buffer.from(candidate)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
