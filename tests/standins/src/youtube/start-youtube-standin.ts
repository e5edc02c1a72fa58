import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, openExchange, send, sendNotFound } from './exchange.ts'
import { type MediaLibrary, openMediaLibrary } from './media/media-library.ts'
import { startConnectProxy } from './net/connect-proxy.ts'
import { RequestLog, type StandinRequest } from './net/request-log.ts'
import { makeTestCertificates } from './net/test-certificates.ts'
import { roleOfHost, STANDIN_HOST_NAMES } from './net/youtube-hosts.ts'
import { livePlaylist, videoIdOfLiveManifest } from './pages/live-playlist.ts'
import { serveImages } from './serve-images.ts'
import { serveMedia } from './serve-media.ts'
import { serveSite } from './serve-site.ts'
import { BehaviourSwitch, type StandinBehaviour } from './standin-behaviour.ts'

export type YoutubeStandin = Awaited<ReturnType<typeof startYoutubeStandin>>

/**
 * Starts an offline stand-in for the parts of YouTube that yt-dlp, and the fetcher of its results, talk to.
 * @param seconds length of every video
 */
export async function startYoutubeStandin({ seconds = 30, upToHeight = 1080 } = {}) {
  const library = await openMediaLibrary({ seconds, upToHeight })
  const certificates = await makeTestCertificates(STANDIN_HOST_NAMES)
  const log = new RequestLog()
  const behaviour = new BehaviourSwitch()

  const server = createServer({ key: certificates.serverKeyPem, cert: certificates.serverChainPem })
  answerEachRequest(server, log, (exchange) => answerRequest(exchange, library, behaviour))
  const proxy = await startConnectProxy(server, log)

  const directory = await mkdtemp(join(tmpdir(), 'youtube-standin-'))
  const caPath = join(directory, 'ca.pem')
  await writeFile(caPath, certificates.caPem)

  return {
    /** `http://127.0.0.1:PORT`: a proxy that takes CONNECT for YouTube's hosts on 443 and refuses all else with 403. */
    proxyUrl: proxy.url,
    /** PEM file of the authority to trust, for NODE_EXTRA_CA_CERTS and SSL_CERT_FILE. */
    caPath,
    /** Everything that was asked since the start or the last reset, in order of arrival; a copy. */
    requests: () => log.list(),
    /** Resolves with the first request from now on that matches. */
    nextRequest: (matches: (request: StandinRequest) => boolean) => log.next(matches),
    configure: (change: Partial<StandinBehaviour>) => behaviour.change(change),
    /** Ordinary behaviour, empty log. */
    reset() {
      behaviour.reset()
      log.clear()
    },
    /** Ends every connection and removes the certificate. */
    async close() {
      await proxy.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function answerEachRequest(server: Server, log: RequestLog, answer: (exchange: Exchange) => Promise<void>): void {
  server.on('request', (request, response) => {
    // A truncated answer shows at the client; it is not an error here.
    response.on('error', () => response.destroy())
    const exchange = openExchange(request, response, log)
    answer(exchange).catch((error: Error) => {
      if (response.headersSent) response.destroy()
      else send(exchange, 500, 'text/plain', `the stand-in failed: ${error.stack}`)
    })
  })
  // A client that does not trust the authority, or hangs up early, sees that on its own side.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
}

/** Answers one request by the host it was sent to. */
async function answerRequest(exchange: Exchange, library: MediaLibrary, behaviour: BehaviourSwitch): Promise<void> {
  if (behaviour.current.delayMilliseconds > 0) await pause(behaviour.current.delayMilliseconds)
  switch (roleOfHost(exchange.url.hostname)) {
    case 'media':
      return answerMediaHost(exchange, library, behaviour)
    case 'images':
      return serveImages(exchange, library)
    case 'site':
      return serveSite(exchange, library)
  }
}

async function answerMediaHost(exchange: Exchange, library: MediaLibrary, behaviour: BehaviourSwitch): Promise<void> {
  const path = exchange.url.pathname
  const liveVideoId = videoIdOfLiveManifest(path)
  if (path === '/videoplayback') return serveMedia(exchange, library, behaviour)
  if (liveVideoId !== null) return send(exchange, 200, 'application/vnd.apple.mpegurl', livePlaylist(liveVideoId))
  return sendNotFound(exchange)
}
