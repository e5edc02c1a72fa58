import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { RequestLog } from '../youtube/net/request-log.ts'
import { makeTestCertificates } from '../youtube/net/test-certificates.ts'
import { startConnectProxy } from '../youtube/net/tunnel-proxies.ts'
import { archiveAnswer } from './archive-api.ts'
import { blueskyAnswer } from './bluesky-api.ts'
import { dailymotionAnswer } from './dailymotion-api.ts'
import { redditAnswer } from './reddit-api.ts'
import type { SiteAnswer, SiteRequest } from './site-answer.ts'
import { soundcloudAnswer } from './soundcloud-api.ts'
import { streamableAnswer } from './streamable-api.ts'
import { tedAnswer } from './ted-api.ts'
import { twitchAnswer } from './twitch-api.ts'
import { vimeoAnswer } from './vimeo-api.ts'
import { xAnswer } from './x-api.ts'

/** The hosts of each site, and what they answer. Files that they do not answer for are media. */
const SITES: readonly { hosts: readonly string[]; answer: (request: SiteRequest) => SiteAnswer | null }[] = [
  { hosts: ['gql.twitch.tv', 'usher.ttvnw.net'], answer: twitchAnswer },
  { hosts: ['player.vimeo.com'], answer: vimeoAnswer },
  {
    hosts: ['graphql.api.dailymotion.com', 'www.dailymotion.com', 'cdndirector.dailymotion.com'],
    answer: dailymotionAnswer,
  },
  { hosts: ['soundcloud.com', 'a-v2.sndcdn.com', 'api-v2.soundcloud.com'], answer: soundcloudAnswer },
  { hosts: ['archive.org'], answer: archiveAnswer },
  { hosts: ['public.api.bsky.app', 'plc.directory'], answer: blueskyAnswer },
  { hosts: ['old.reddit.com', 'www.reddit.com', 'v.redd.it'], answer: redditAnswer },
  { hosts: ['ajax.streamable.com'], answer: streamableAnswer },
  { hosts: ['www.ted.com'], answer: tedAnswer },
  { hosts: ['api.x.com', 'x.com'], answer: xAnswer },
]
/** Hosts that serve media. Some sites serve them beside their pages. */
const MEDIA_HOSTS = [
  'd1m7jfoe9zdc1j.cloudfront.net',
  'vod-adaptive-ak.vimeocdn.com',
  'cdndirector.dailymotion.com',
  'playback.media-streaming.soundcloud.cloud',
  'archive.org',
  'video.bsky.app',
  'bsky.social',
  'v.redd.it',
  'cdn-cf-east.streamable.com',
  'hls.ted.com',
  'video.twimg.com',
]

/** Folders of one item, in which archive.org and Reddit keep its files. */
const FOLDERS_PATTERN = /^\/(?:download\/[^/]+|zv89llsvexdz)(?=\/)/

export type SitesStandin = Awaited<ReturnType<typeof startSitesStandin>>

/**
 * Starts an offline stand-in for all sites, as yt-dlp 2026.08.19 uses them. `media` has the files of all media servers,
 * by path.
 */
export async function startSitesStandin({ media }: { media: (path: string) => Promise<string | Buffer | null> }) {
  const names = [...new Set([...SITES.flatMap(({ hosts }) => hosts), ...MEDIA_HOSTS])]
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
    const site = SITES.find(({ hosts }) => hosts.includes(url.hostname))
    const answer = site?.answer({ url, body })
    if (!answer && MEDIA_HOSTS.includes(url.hostname))
      return sendMedia(request, response, await media(url.pathname.replace(FOLDERS_PATTERN, '')))
    const { status = 200, type = 'text/html', cookie, body: content } = answer ?? { status: 404, body: 'Not found' }
    response.writeHead(status, { 'content-type': type, ...(cookie && { 'set-cookie': cookie }) }).end(content)
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

function sendMedia(request: IncomingMessage, response: ServerResponse, content: string | Buffer | null): void {
  if (content === null) return void response.writeHead(404).end()
  const bytes = Buffer.from(content)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined) return void response.writeHead(200).end(bytes)
  const end = Math.min(Number(last) + 1, bytes.length)
  response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` })
  response.end(bytes.subarray(Number(first), end))
}
