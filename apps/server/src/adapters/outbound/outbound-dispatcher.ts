import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import tls, { getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici'
import { type OutboundPolicy, portOf } from './outbound-policy.ts'

const CONNECT_TIMEOUT_MILLISECONDS = 10_000
const KEEP_ALIVE_TIMEOUT_MILLISECONDS = 30_000

/** Connection pools that cannot reach any IP address that the policy refuses. */
export function createDispatchers(policy: OutboundPolicy, extraCaPem: string | undefined) {
  const tls = tlsOptions(extraCaPem)
  const commonOptions = {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MILLISECONDS,
    // Servers may ask for more. By default undici would grant them ten minutes.
    keepAliveMaxTimeout: KEEP_ALIVE_TIMEOUT_MILLISECONDS,
    allowH2: false,
    // The fetcher watches each exchange as a whole for stalls.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const directDispatcher = new Agent({
    ...commonOptions,
    factory: (origin, options) => {
      const url = new URL(origin)
      const lookup = checkedLookup(policy, hostOf(url), portOf(url))
      return new Pool(origin, { ...options, connect: { ...tls, lookup, timeout: CONNECT_TIMEOUT_MILLISECONDS } })
    },
  })
  const proxyDispatchers = new Map<string, Dispatcher>()

  function openProxied(proxy: URL): Dispatcher {
    const { href: uri, protocol } = proxy
    const tunnelOptions = { connectTimeout: CONNECT_TIMEOUT_MILLISECONDS, requestTls: tls }
    const dispatcher =
      protocol === 'socks5:'
        ? new Socks5ProxyAgent(uri, { ...tunnelOptions, connect: connectToSocks })
        : // Plain http is tunnelled too: a header could lead a proxy that sees whole requests to a different host.
          new ProxyAgent({ ...commonOptions, ...tunnelOptions, uri, proxyTunnel: true, proxyTls: tls })
    proxyDispatchers.set(uri, dispatcher)
    return dispatcher
  }

  return {
    /** The dispatcher that tunnels through this proxy; null for direct connections. */
    forProxy: (proxy: URL | null): Dispatcher =>
      proxy ? (proxyDispatchers.get(proxy.href) ?? openProxied(proxy)) : directDispatcher,
    async close() {
      await Promise.all([directDispatcher, ...proxyDispatchers.values()].map((dispatcher) => dispatcher.destroy()))
    },
  }
}

const connectToProxy = buildConnector({ timeout: CONNECT_TIMEOUT_MILLISECONDS })

/**
 * Connects to a SOCKS proxy. Fails at once if the proxy hangs up during the handshake, where undici would wait for its
 * timeout. Only the handshake listens to `data`; users of the tunnel do not.
 */
const connectToSocks: buildConnector.connector = (options, callback) =>
  connectToProxy(options, (...[error, socket]) => {
    if (error) return callback(error, null)
    socket.once('end', () => {
      if (socket.listenerCount('data') > 0) socket.destroy(new Error('the proxy hung up'))
    })
    callback(null, socket)
  })

/** TLS options that trust these authorities (PEM) in addition to those of Node. */
export function tlsOptions(extraCaPem: string | undefined) {
  return extraCaPem ? { ca: [...getCACertificates('default'), extraCaPem] } : {}
}

/** Trusts these authorities (PEM) for all later connections of this process. False if Node is too old for it. */
export function trustFromNowOn(extraCaPem: string): boolean {
  tls.setDefaultCACertificates?.([...getCACertificates('default'), extraCaPem])
  return tls.setDefaultCACertificates !== undefined
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * A `lookup` for net.connect that returns only IP addresses that the policy has checked. Not called for IP addresses.
 */
export function checkedLookup(policy: OutboundPolicy, host: string, port: number): LookupFunction {
  return (_hostname, options, callback) => {
    policy.resolve(host, port).then(
      (addresses) => {
        const familyAddresses = addresses.filter(({ family }) => !options.family || options.family === family)
        const firstAddress: LookupAddress | undefined = familyAddresses[0]
        if (!firstAddress) callback(new Error('no address of the wanted family'), '', 0)
        else if (options.all) callback(null, familyAddresses)
        else callback(null, firstAddress.address, firstAddress.family)
      },
      (error: Error) => callback(error, '', 0),
    )
  }
}
