import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { RequestLog } from '../youtube/net/request-log.ts'
import { makeTestCertificates } from '../youtube/net/test-certificates.ts'
import { startConnectProxy } from '../youtube/net/tunnel-proxies.ts'
import type { SiteAnswer, SiteRequest } from './site-answer.ts'
import { soundcloudAnswer } from './soundcloud-api.ts'
import { twitchAnswer } from './twitch-api.ts'
import { vimeoAnswer } from './vimeo-api.ts'

/** Hosts of the sites, and of the servers of their media. */
const HOSTS = {
  twitch: ['gql.twitch.tv', 'usher.ttvnw.net'],
  vimeo: ['player.vimeo.com'],
  soundcloud: ['soundcloud.com', 'a-v2.sndcdn.com', 'api-v2.soundcloud.com'],
  media: ['d1m7jfoe9zdc1j.cloudfront.net', 'vod-adaptive-ak.vimeocdn.com', 'playback.media-streaming.soundcloud.cloud'],
}

export type SitesStandin = Awaited<ReturnType<typeof startSitesStandin>>

/**
 * Starts an offline stand-in for Twitch, Vimeo and SoundCloud, as yt-dlp 2026.08.19 asks them. `media` has the files of
 * all media servers, by path.
 */
export async function startSitesStandin({ media }: { media: (path: string) => Promise<string | Buffer | null> }) {
  const names = Object.values(HOSTS).flat()
  const certificates = await makeTestCertificates(names)
  const log = new RequestLog()
  const server = createServer({ key: certificates.serverKeyPem, cert: certificates.serverChainPem })
  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '', `https://${request.headers.host}`)
    const body = await text(request)
    log.add({
      method: request.method ?? '',
      host: url.hostname,
      path: url.pathname,
      query: url.search.slice(1),
      range: request.headers.range ?? null,
      status: null,
      bytes: 0,
      refused: false,
    })
    if (HOSTS.media.includes(url.hostname)) return sendMedia(request, response, await media(url.pathname))
    const answer = answerOf({ url, body }) ?? { status: 404, body: 'Not found' }
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'text/html' }).end(answer.body)
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  const proxy = await startConnectProxy(server, log, (host) => names.includes(host))
  const directory = await mkdtemp(join(tmpdir(), 'sites-standin-'))
  const caPath = join(directory, 'ca.pem')
  await writeFile(caPath, certificates.caPem)
  return {
    /** A proxy that takes CONNECT for the hosts of the sites and refuses all else. */
    proxyUrl: proxy.url,
    /** PEM file of the authority to trust. */
    caPath,
    caPem: certificates.caPem,
    requests: () => log.list(),
    async close() {
      await proxy.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function answerOf(request: SiteRequest): SiteAnswer | null {
  const { hostname } = request.url
  if (HOSTS.twitch.includes(hostname)) return twitchAnswer(request)
  if (HOSTS.vimeo.includes(hostname)) return vimeoAnswer(request)
  return soundcloudAnswer(request)
}

function sendMedia(request: IncomingMessage, response: ServerResponse, content: string | Buffer | null): void {
  if (content === null) return void response.writeHead(403).end()
  const bytes = Buffer.from(content)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined) return void response.writeHead(200).end(bytes)
  const end = Math.min(Number(last) + 1, bytes.length)
  response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` })
  response.end(bytes.subarray(Number(first), end))
}
