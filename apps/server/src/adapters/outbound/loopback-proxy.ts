import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Agent } from 'node:https'
import { RequestError, Server } from 'proxy-chain'
import { checkedLookup, trusting } from './outbound-dispatcher.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { isYoutubeHost } from './youtube-hosts.ts'

export type LoopbackProxy = Awaited<ReturnType<typeof startLoopbackProxy>>

const TLS_PORT = 443
/** The id of an outgoing address follows. */
const USER = 'kerf'

/** yt-dlp's only way out: tunnels to YouTube's hosts on port 443, to the very address that was checked. */
export async function startLoopbackProxy(
  policy: OutboundPolicy,
  { onReceived, extraCaPem }: { onReceived?: (bytes: number) => void; extraCaPem?: string | undefined } = {},
) {
  const httpsAgent = new Agent(trusting(extraCaPem))
  const password = randomBytes(24).toString('base64url')
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    authRealm: 'kerf',
    prepareRequestFunction: ({ username, password: given, hostname, port, isHttp }) => {
      const egress = username?.startsWith(USER) ? username.slice(USER.length) : null
      if (egress === null || !sameText(given, password)) return { requestAuthentication: true }
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
    /** The user name tells by which outgoing address to leave; '' is the usual one. */
    urlFor: (egress: string) => `http://${USER}${egress}:${password}@127.0.0.1:${server.port}`,
    close: () => server.close(true),
  }
}

function sameText(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
