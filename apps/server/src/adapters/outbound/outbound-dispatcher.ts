import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, Pool, ProxyAgent } from 'undici'
import { type OutboundPolicy, portOf } from './outbound-policy.ts'

const CONNECT_MILLISECONDS = 10_000
const KEEP_ALIVE_MILLISECONDS = 30_000

/** Connection pools that can reach nothing that the policy refuses by address. */
export function createDispatchers(policy: OutboundPolicy, extraCaPem: string | undefined) {
  const tls = extraCaPem ? { ca: [...getCACertificates('default'), extraCaPem] } : {}
  const shared = {
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    // Servers may ask for longer, ten minutes by default.
    keepAliveMaxTimeout: KEEP_ALIVE_MILLISECONDS,
    allowH2: false,
    // Stalls are watched for a request as a whole, by the fetcher.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const direct = new Agent({
    ...shared,
    factory: (origin, options) => {
      const url = new URL(origin)
      const lookup = checkedLookup(policy, hostOf(url), portOf(url))
      return new Pool(origin, { ...options, connect: { ...tls, lookup, timeout: CONNECT_MILLISECONDS } })
    },
  })
  const proxy =
    policy.upstreamProxy &&
    new ProxyAgent({
      ...shared,
      uri: policy.upstreamProxy.href,
      // Plain http as well: a proxy that sees whole requests could be talked into a different host by a header.
      proxyTunnel: true,
      connectTimeout: CONNECT_MILLISECONDS,
      requestTls: tls,
      proxyTls: tls,
    })
  return {
    direct,
    /** Asks the upstream proxy for a tunnel; null without one. */
    proxy,
    async close() {
      await Promise.all([direct.destroy(), proxy?.destroy()])
    },
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** The `lookup` of net.connect: a name cannot resolve differently later. Not called for addresses. */
export function checkedLookup(policy: OutboundPolicy, host: string, port: number): LookupFunction {
  return (_hostname, options, answer) => {
    policy.resolve(host, port).then(
      (addresses) => {
        const wanted = addresses.filter(({ family }) => !options.family || options.family === family)
        const first: LookupAddress | undefined = wanted[0]
        if (!first) answer(new Error('no address of the wanted family'), '', 0)
        else if (options.all) answer(null, wanted)
        else answer(null, first.address, first.family)
      },
      (error: Error) => answer(error, '', 0),
    )
  }
}
