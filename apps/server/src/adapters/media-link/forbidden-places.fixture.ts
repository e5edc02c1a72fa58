import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { afterwards, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type ConnectionWitness, watchConnections } from '@kerf/standins/hostile/connection-witness'
import { type Canary, startCanary } from '@kerf/standins/hostile/start-canary'
import { MISLEADING_WAYS, type MisleadingSite, startMisleadingSite } from '@kerf/standins/hostile/start-misleading-site'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { type MediaEngine, MediaWorkError } from '../../ports/media.ts'
import type { LocatedCaptions, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { createGuardedFetcher, type GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { type LoopbackProxy, startLoopbackProxy } from '../outbound/loopback-proxy.ts'
import { createOutboundPolicy, type NameLookup } from '../outbound/outbound-policy.ts'
import { createYoutubeSource } from '../youtube/youtube-source.ts'
import { type CaptionsAddress, captionsAddressOf } from './captions-address.ts'
import { createMediaLinkSource } from './media-link-source.ts'

/** What one attempt ended with: all that a stranger could tell apart. */
export type Ending = string

export interface ForbiddenPlaces {
  canary: Canary
  /** A stranger's own server, which the operator allows here: it leads elsewhere. */
  site: MisleadingSite
  fetcher: GuardedFetcher
  media: VideoSource
  /** Every road on which an address comes from outside, by its name. */
  roads: Readonly<Record<string, (address: string) => Promise<Ending>>>
  /** What yt-dlp may ask for of its proxy: the status that it is answered. */
  askProxy(method: 'CONNECT' | 'GET', target: string): Promise<Ending>
  /** Connections that were tried to anywhere but the stranger's server and our own proxy, and visits to the canary. */
  trespasses(): string[]
}

export interface PlacesOptions {
  /** With an operator's proxy, which would lead every tunnel to the canary. */
  upstream?: boolean
  lookup?: NameLookup
  /** Besides the stranger's server. */
  allow?: readonly string[]
}

const { signal } = new AbortController()

/** Asks for everything that a playlist names. */
const readAll: MediaEngine['inspect'] = async ({ video }) => {
  const source = video && 'segments' in video ? video : null
  for (const index of source?.segments.keys() ?? []) await source?.readSegment(index, null)
  for (let index = 0; index < (source?.initSections ?? 0); index += 1) await source?.readInitSection(index)
  // Of the stranger's own server, where one parser's host is another one's path.
  throw new MediaWorkError('not_media', 'Everything was read.')
}

/** A server's ways out until the test is over, with someone waiting at the places that none of them may lead to. */
export async function openForbiddenPlaces(options: PlacesOptions = {}): Promise<ForbiddenPlaces> {
  const directory = temporaryDirectory()
  const canary = await startCanary()
  const site = await startMisleadingSite()
  const upstream = options.upstream ? await startCarelessProxy(canary) : null
  const policy = createOutboundPolicy({
    allow: [site.host, ...(options.allow ?? [])],
    upstreamProxy: upstream?.url ?? null,
    lookup: options.lookup ?? lookupNowhere,
  })
  const fetcher = createGuardedFetcher({ policy })
  const proxy = await startLoopbackProxy(policy)
  const files = createDiskFileStore({ filesPath: join(directory, 'files'), scratchPath: join(directory, 'scratch') })
  const engine = { inspect: readAll, readPreview: async () => undefined }
  const media = createMediaLinkSource({ fetcher, engine, files, clock: { now: () => new Date() } })
  const egresses = createEgressPool({ proxies: [], clock: { now: () => new Date() } })
  const nobody = { find: async () => null, inspect: async () => null } as never
  const youtube = createYoutubeSource({
    finder: nobody,
    inspector: nobody,
    fetcher,
    egresses,
    proxyUrlFor: proxy.urlFor,
    withScripts: true,
  })
  const witness: ConnectionWitness = watchConnections()
  const ours = () =>
    [site.host.split(':')[1], new URL(proxy.urlFor('')).port, upstream?.url.port].map((port) => `127.0.0.1 ${port}`)

  const pasted = async (link: string): Promise<Ending> => {
    const recognized = recognizeLink(link, ['media'])
    if (!recognized) return 'invalid_link'
    const resolution = await media.resolve(recognized.reference, signal)
    return resolution.ok ? 'ok' : resolution.code
  }
  const ended = (work: Promise<unknown>): Promise<Ending> =>
    work.then(
      () => 'ok',
      (error: { code?: string; message: string; expired?: boolean }) => JSON.stringify([error.code, error.message]),
    )
  afterwards(async () => {
    witness.stop()
    await proxy.close()
    await fetcher.close()
    await Promise.all([site.close(), canary.close(), upstream?.close()])
  })
  const readCaptions = (place: CaptionsAddress) =>
    media.readCaptions!({} as ResolvedVideo, { address: captionsAddressOf(place) } as LocatedCaptions, signal)
  const rendition = { headers: {}, container: 'mp4' } as Parameters<VideoSource['openRendition']>[0]

  return {
    canary,
    site,
    fetcher,
    media,
    roads: {
      link: pasted,
      ...Object.fromEntries(
        MISLEADING_WAYS.map((way) => [way, (address: string) => pasted(site.linkBy(way, address))]),
      ),
      "yt-dlp's format": (address) => ended(youtube.openRendition({ ...rendition, address }, signal)),
      "yt-dlp's frame": (address) => ended(youtube.fetchImage(address, signal)),
      'a kept rendition': (address) => ended(media.openRendition({ ...rendition, address }, signal)),
      'a kept captions file': (address) => ended(readCaptions({ kind: 'file', url: address })),
      'a kept playlist of subtitles': (address) => ended(readCaptions({ kind: 'playlist', url: address })),
      'a kept playlist': (address) => ended(media.openRendition({ ...rendition, container: 'hls', address }, signal)),
    },
    askProxy: (method, target) => askProxy(proxy, method, target),
    trespasses: () => [
      ...witness.seen().filter((place) => !ours().includes(place)),
      ...(canary.visits() > 0 ? [`${canary.visits()} visits to the canary`] : []),
      ...(upstream?.asked ?? []).map((target) => `the upstream proxy was asked for ${target}`),
    ],
  }
}

const lookupNowhere: NameLookup = async (name) => {
  // Some resolvers read numbers as addresses, and the machine's own name as one of its addresses.
  if (/localhost|127|0x7f|2130706433/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
  throw new Error('no such name')
}

/** An operator's proxy without any rules of its own. */
async function startCarelessProxy(canary: Canary) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end()
  })
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    const onwards = connect(canary.port, '127.0.0.1')
    socket.on('error', () => onwards.destroy())
    onwards.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(onwards).pipe(socket)
  })
  const { port, close } = await listenOnLoopback(server)
  return { url: new URL(`http://127.0.0.1:${port}`), asked, close }
}

/** Written as bytes: what runs in place of yt-dlp need not keep to what a well-behaved client sends. */
async function askProxy({ urlFor }: LoopbackProxy, method: string, target: string): Promise<Ending> {
  const { username, password, port } = new URL(urlFor(''))
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
