import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import tls, { getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici'
import { type OutboundPolicy, portOf } from './outbound-policy.ts'

const CONNECT_MILLISECONDS = 10_000
const KEEP_ALIVE_MILLISECONDS = 30_000

/** Connection pools that can reach nothing that the policy refuses by address. */
export function createDispatchers(policy: OutboundPolicy, extraCaPem: string | undefined) {
  const tls = trusting(extraCaPem)
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
  const proxied = new Map<string, Dispatcher>()

  function openProxied(proxy: URL): Dispatcher {
    const { href: uri, protocol } = proxy
    const tunnelled = { connectTimeout: CONNECT_MILLISECONDS, requestTls: tls }
    const dispatcher =
      protocol === 'socks5:'
        ? new Socks5ProxyAgent(uri, { ...tunnelled, connect: connectToSocks })
        : // Plain http as well: a proxy that sees whole requests could be talked into a different host by a header.
          new ProxyAgent({ ...shared, ...tunnelled, uri, proxyTunnel: true, proxyTls: tls })
    proxied.set(uri, dispatcher)
    return dispatcher
  }

  return {
    /** Asks the upstream proxy for a tunnel; null connects directly. */
    by: (proxy: URL | null): Dispatcher => (proxy ? (proxied.get(proxy.href) ?? openProxied(proxy)) : direct),
    async close() {
      await Promise.all([direct, ...proxied.values()].map((dispatcher) => dispatcher.destroy()))
    },
  }
}

const connectToProxy = buildConnector({ timeout: CONNECT_MILLISECONDS })

/** undici's client would wait for its time-out when the proxy hangs up in the handshake. It reads by `data`, a tunnel's user does not. */
const connectToSocks: buildConnector.connector = (options, callback) =>
  connectToProxy(options, (...[error, socket]) => {
    if (error) return callback(error, null)
    socket.once('end', () => {
      if (socket.listenerCount('data') > 0) socket.destroy(new Error('the proxy hung up'))
    })
    callback(null, socket)
  })

/** TLS options that trust these authorities (PEM) besides those that Node trusts. */
export function trusting(extraCaPem: string | undefined) {
  return extraCaPem ? { ca: [...getCACertificates('default'), extraCaPem] } : {}
}

/** Whatever this process connects to from now on, also by `fetch`, may have its certificate from these; false where Node is too old for it. */
export function trustFromNowOn(extraCaPem: string): boolean {
  tls.setDefaultCACertificates?.([...getCACertificates('default'), extraCaPem])
  return tls.setDefaultCACertificates !== undefined
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
