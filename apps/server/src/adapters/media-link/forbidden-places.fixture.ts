import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { mayAsk } from '@kerf/domain/links/sites/sites'
import { addCleanup, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type ConnectionWitness, watchConnections } from '@kerf/standins/hostile/connection-witness'
import { type Canary, startCanary } from '@kerf/standins/hostile/start-canary'
import { startMisleadingPeertube } from '@kerf/standins/hostile/start-misleading-peertube'
import { type MisleadingSite, REDIRECT_KINDS, startMisleadingSite } from '@kerf/standins/hostile/start-misleading-site'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { type MediaEngine, MediaWorkError } from '../../ports/media.ts'
import type { LocatedCaptions, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { createGuardedFetcher, type GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { startLoopbackProxy } from '../outbound/loopback-proxy.ts'
import { createOutboundPolicy, type NameLookup } from '../outbound/outbound-policy.ts'
import { type CaptionsAddress, captionsAddressOf } from '../remote-media/captions-address.ts'
import { createYoutubeSource } from '../youtube/youtube-source.ts'
import { createYtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { createMediaLinkSource } from './media-link-source.ts'
import { openSiteRoads } from './site-roads.fixture.ts'

/** Outcome of one attempt, with everything that a stranger could see of it. */
export type Ending = string

export interface ForbiddenPlaces {
  canary: Canary
  /** Server of a stranger, allowed by the operator. It leads to other addresses. */
  site: MisleadingSite
  fetcher: GuardedFetcher
  media: VideoSource
  /** Every path by which an address can come from outside, by name. */
  roads: Readonly<Record<string, (address: string) => Promise<Ending>>>
  /** Sends a request to yt-dlp's proxy, for a site or for YouTube. Returns the status line. */
  askProxy(method: 'CONNECT' | 'GET', target: string, siteName?: string): Promise<Ending>
  /** Attempted connections, except to the stranger's server and our own proxies, and visits to the canary. */
  trespasses(): string[]
}

export interface PlacesOptions {
  /** Whether there is an operator's proxy. It would lead every tunnel to the canary. */
  upstream?: boolean
  lookup?: NameLookup
  /** Further entries of OUTBOUND_ALLOW, besides the stranger's server. */
  allow?: readonly string[]
}

const { signal } = new AbortController()

/** Reads everything that a playlist names, in place of an inspection. */
const readAll: MediaEngine['inspect'] = async ({ video }) => {
  const source = video && 'segments' in video ? video : null
  for (const index of source?.segments.keys() ?? []) await source?.readSegment(index, null)
  for (let index = 0; index < (source?.initSections ?? 0); index += 1) await source?.readInitSection(index)
  // This line is reached only if another parser reads the address as a path on the stranger's own server.
  throw new MediaWorkError('not_media', 'Everything was read.')
}

/** Opens a server's ways out for one test, with a canary at an address that none of them may reach. */
export async function openForbiddenPlaces(options: PlacesOptions = {}): Promise<ForbiddenPlaces> {
  const directory = temporaryDirectory()
  const canary = await startCanary()
  const site = await startMisleadingSite()
  const peertube = await startMisleadingPeertube(Buffer.from('A video.'))
  const upstream = options.upstream ? await startCarelessProxy(canary) : null
  const policy = createOutboundPolicy({
    allow: [site.host, peertube.host, ...(options.allow ?? [])],
    upstreamProxy: upstream?.url ?? null,
    lookup: options.lookup ?? lookupNowhere,
  })
  const fetcher = createGuardedFetcher({ policy })
  const proxy = await startLoopbackProxy(policy, { allowHostOf: mayAsk })
  const files = createDiskFileStore({ filesPath: join(directory, 'files'), scratchPath: join(directory, 'scratch') })
  const engine = { inspect: readAll, readPreview: async () => undefined }
  const clock = { now: () => new Date() }
  const remoteMedia = { fetcher, engine, files, clock }
  const media = createMediaLinkSource(remoteMedia)
  const egresses = createEgressPool({ proxies: [], clock })
  const unusedDependency = { find: async () => null, inspect: async () => null } as never
  const youtube = createYoutubeSource({
    runner: createYtdlpRunner({
      finder: unusedDependency,
      inspector: unusedDependency,
      concurrency: 1,
      timeoutMilliseconds: 1000,
    }),
    fetcher,
    egresses,
    proxyUrlFor: proxy.urlFor,
    withScripts: true,
  })
  const witness: ConnectionWitness = watchConnections()
  const ownPorts = [
    site.host.split(':')[1],
    peertube.host.split(':')[1],
    new URL(proxy.urlFor('')).port,
    upstream?.url.port,
  ]
  const ownTargets = ownPorts.map((port) => `127.0.0.1 ${port}`)

  const resolveLink = async (link: string): Promise<Ending> => {
    const recognized = recognizeLink(link, ['media'])
    if (!recognized) return 'invalid_link'
    const resolution = await media.resolve(recognized.reference, signal)
    return resolution.ok ? 'ok' : resolution.code
  }
  const endingOf = (work: Promise<unknown>): Promise<Ending> =>
    work.then(
      () => 'ok',
      (error: { code?: string; message: string; expired?: boolean }) => JSON.stringify([error.code, error.message]),
    )
  addCleanup(async () => {
    witness.stop()
    await proxy.close()
    await fetcher.close()
    await Promise.all([site.close(), peertube.close(), canary.close(), upstream?.close()])
  })
  const readCaptions = (captionsAddress: CaptionsAddress) =>
    media.readCaptions!({} as ResolvedVideo, { address: captionsAddressOf(captionsAddress) } as LocatedCaptions, signal)
  const rendition = { headers: {}, container: 'mp4' } as Parameters<VideoSource['openRendition']>[0]

  return {
    canary,
    site,
    fetcher,
    media,
    roads: {
      link: resolveLink,
      ...Object.fromEntries(
        REDIRECT_KINDS.map((redirectKind) => [
          redirectKind,
          (address: string) => resolveLink(site.linkBy(redirectKind, address)),
        ]),
      ),
      "yt-dlp's format": (address) => endingOf(youtube.openRendition({ ...rendition, address }, signal)),
      "yt-dlp's frame": (address) => endingOf(youtube.fetchImage(address, signal)),
      'a kept rendition': (address) => endingOf(media.openRendition({ ...rendition, address }, signal)),
      'a kept captions file': (address) => endingOf(readCaptions({ kind: 'file', url: address })),
      'a kept playlist of subtitles': (address) => endingOf(readCaptions({ kind: 'playlist', url: address })),
      'a kept playlist': (address) =>
        endingOf(media.openRendition({ ...rendition, container: 'hls', address }, signal)),
      ...openSiteRoads(remoteMedia, { site, peertube }),
    },
    askProxy: (method, target, siteName) => askProxy(proxy.urlFor('', siteName), method, target),
    trespasses: () => [
      ...witness.takeAttempts().filter((captionsAddress) => !ownTargets.includes(captionsAddress)),
      ...(canary.visits() > 0 ? [`${canary.visits()} visits to the canary`] : []),
      ...(upstream?.asked ?? []).map((target) => `the upstream proxy was asked for ${target}`),
    ],
  }
}

const lookupNowhere: NameLookup = async (name) => {
  // Some resolvers read numbers as addresses, and resolve the machine's own name to a loopback address.
  if (/localhost|127|0x7f|2130706433/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
  throw new Error('no such name')
}

/** An operator's proxy without any rules of its own. */
async function startCarelessProxy(canary: Canary) {
  const requestedUrls: string[] = []
  const server = createServer((request, response) => {
    requestedUrls.push(`${request.method} ${request.url}`)
    response.end()
  })
  server.on('connect', (request, socket) => {
    requestedUrls.push(`CONNECT ${request.url}`)
    const onwards = connect(canary.port, '127.0.0.1')
    socket.on('error', () => onwards.destroy())
    onwards.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(onwards).pipe(socket)
  })
  const { port, close } = await listenOnLoopback(server)
  return { url: new URL(`http://127.0.0.1:${port}`), asked: requestedUrls, close }
}

/** Writes the request as bytes, because a hostile program in place of yt-dlp may break the protocol. */
async function askProxy(proxyUrl: string, method: string, target: string): Promise<Ending> {
  const { username, password, port } = new URL(proxyUrl)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  const login = Buffer.from(`${username}:${password}`).toString('base64')
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${login}\r\n\r\n`)
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
    if (answer.includes('\r\n\r\n')) socket.destroy()
  })
  await once(socket, 'close')
  return answer.split('\r\n')[0]!
}
