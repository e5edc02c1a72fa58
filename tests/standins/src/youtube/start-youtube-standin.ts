import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ClientBehaviour, ClientSwitch, type RequestingProgram } from './client-behaviour.ts'
import { type Exchange, openExchange, send } from './exchange.ts'
import { openMediaLibrary } from './media/media-library.ts'
import { RequestLog, type StandinRequest } from './net/request-log.ts'
import { makeTestCertificates } from './net/test-certificates.ts'
import { type OpenedProxy, startConnectProxy, startSocksProxy } from './net/tunnel-proxies.ts'
import { roleOfHost, STANDIN_HOST_NAMES } from './net/youtube-hosts.ts'
import { serveImages } from './serve-images.ts'
import { serveMedia } from './serve-media.ts'
import { servePlaylist } from './serve-playlists.ts'
import { serveSite } from './serve-site.ts'
import { BehaviourSwitch, type StandinBehaviour } from './standin-behaviour.ts'

export type YoutubeStandin = Awaited<ReturnType<typeof startYoutubeStandin>>

export interface YoutubeStandinOptions {
  /** Length of every video. */
  seconds?: number
  upToHeight?: number
}

/** Starts an offline stand-in for the parts of YouTube that yt-dlp, and the fetcher of its results, use. */
export async function startYoutubeStandin(options: YoutubeStandinOptions = {}) {
  const { seconds = 30, upToHeight = 1080 } = options
  const library = await openMediaLibrary({ seconds, upToHeight })
  const certificates = await makeTestCertificates(STANDIN_HOST_NAMES)
  const log = new RequestLog()
  const behaviour = new BehaviourSwitch()
  const proxies: OpenedProxy[] = []
  const addresses = new Map<string, string>()
  const clients = new ClientSwitch((url) => addresses.get(url))

  let proxyCount = 0
  async function openProxy(kind: 'http' | 'socks5' = 'http'): Promise<string> {
    // Each proxy has a server of its own, which shows through which proxy a request came.
    proxyCount += 1
    const from = `203.0.113.${proxyCount}`
    const server = createServer({ key: certificates.serverKeyPem, cert: certificates.serverChainPem })
    answerEachRequest(server, log, from, async (exchange) => {
      if (behaviour.current.delayMilliseconds > 0) await pause(behaviour.current.delayMilliseconds)
      const { hostname, pathname } = exchange.url
      const role = roleOfHost(hostname)
      if (role === 'images') return serveImages(exchange, library)
      if (role === 'site') return serveSite(exchange, library, clients)
      if (pathname === '/videoplayback') return serveMedia(exchange, library, behaviour, clients)
      return servePlaylist(exchange, library, clients)
    })
    const proxy = await (kind === 'http' ? startConnectProxy(server, log) : startSocksProxy(server, log))
    proxies.push(proxy)
    addresses.set(proxy.url, from)
    return proxy.url
  }
  const proxyUrl = await openProxy()

  const directory = await mkdtemp(join(tmpdir(), 'youtube-standin-'))
  const caPath = join(directory, 'ca.pem')
  await writeFile(caPath, certificates.caPem)

  return {
    /** `http://127.0.0.1:PORT`: a proxy that takes CONNECT for YouTube's hosts on 443 and refuses all else with 403. */
    proxyUrl,
    /** Opens another proxy, with a public address of its own. Returns its URL. The proxy closes with the stand-in. */
    openProxy,
    /** PEM file of the authority to trust, for NODE_EXTRA_CA_CERTS and SSL_CERT_FILE. */
    caPath,
    /** A copy of all requests since the start or the last reset, in order of arrival. */
    requests: () => log.list(),
    /** Resolves with the first request from now on that matches. */
    nextRequest: (matches: (request: StandinRequest) => boolean) => log.waitForNext(matches),
    configure: (change: Partial<StandinBehaviour>) => behaviour.change(change),
    /**
     * Sets the behaviour towards one client, or 'all' of them, in place of earlier ones; by default for both programs.
     * Pages and sessions belong to no client: they hang or are limited when 'all' are.
     */
    configureClient: (client: string, change: ClientBehaviour, program?: RequestingProgram) =>
      clients.configure(client, change, program),
    /** Restores ordinary behaviour, and empties the log. */
    reset() {
      behaviour.reset()
      clients.reset()
      log.clear()
    },
    /** Ends every connection and removes the certificate. */
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function answerEachRequest(
  server: Server,
  log: RequestLog,
  from: string,
  answer: (exchange: Exchange) => Promise<void>,
): void {
  server.on('request', (request, response) => {
    // The client notices a truncated answer; here it is no error.
    response.on('error', () => response.destroy())
    const exchange = openExchange(request, response, log, from)
    answer(exchange).catch((error: Error) => {
      if (response.headersSent) response.destroy()
      else send(exchange, 500, 'text/plain', `the stand-in failed: ${error.stack}`)
    })
  })
  // A client that does not trust the authority, or hangs up early, notices that itself.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
}
