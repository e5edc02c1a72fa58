import { randomUUID } from 'node:crypto'
import { MISLEADING_PARTS, type MisleadingPeertube } from '@kerf/standins/hostile/start-misleading-peertube'
import { type MisleadingSite, REDIRECT_KINDS } from '@kerf/standins/hostile/start-misleading-site'
import type { MediaFacts } from '../../ports/media.ts'
import type { VideoSource } from '../../ports/sources.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { createPeertubeSource } from '../peertube/peertube-source.ts'
import type { RemoteMediaOptions } from '../remote-media/remote-media.ts'
import { createSiteSource } from '../sites/site-source.ts'

/** Follows an address, and returns what a stranger can see of the outcome. `ok` means that something was read. */
type Road = (address: string) => Promise<string>

const { signal } = new AbortController()
const FACTS: MediaFacts = {
  durationSeconds: 4,
  container: 'mp4',
  video: {
    codec: 'h264',
    width: 160,
    height: 96,
    frameRate: 25,
    rotation: 0,
    mirrored: false,
    copyable: true,
  },
  audio: null,
  cheapWaveform: null,
}

/** Paths by which an answer of yt-dlp about a site, or a PeerTube, can name an address. */
export function openSiteRoads(
  options: RemoteMediaOptions,
  { site, peertube }: { site: MisleadingSite; peertube: MisleadingPeertube },
): Readonly<Record<string, Road>> {
  const takingAnyFile = { ...options, engine: { ...options.engine, inspect: async () => FACTS } }

  /** A new source for each answer, because a step that fails three times rests. */
  const siteAnswering = (answer: object, siteOptions = options): VideoSource =>
    createSiteSource('vimeo', {
      ...siteOptions,
      runner: { ask: async () => ({ ok: true, json: { id: '1', extractor_key: 'Vimeo', duration: 4, ...answer } }) },
      proxyUrlFor: () => 'http://127.0.0.1:9',
      egresses: createEgressPool({ proxies: [], clock: options.clock }),
    })
  const follow = async (source: VideoSource, reference: string): Promise<string> => {
    const resolution = await source.resolve(reference, signal)
    if (resolution.ok) return 'ok'
    const { code, trouble } = resolution
    return JSON.stringify([code, trouble?.reason, trouble?.about])
  }
  /** Reads the first captions and the image of a video, which may have been left out. */
  const readBeside = async (source: VideoSource, reference: string): Promise<string> => {
    const resolution = await source.resolve(reference, signal)
    if (!resolution.ok) throw new Error(`The video itself was refused: ${resolution.cause}`)
    const { video } = resolution
    const [captions] = video.captions ?? []
    const image = URL.canParse(video.thumbnailAddress ?? '') ? video.thumbnailAddress : null
    const reading = captions ? source.readCaptions!(video, captions, signal) : image && source.fetchImage(image, signal)
    if (!reading) return 'left out'
    return reading.then(
      () => 'ok',
      (error: { code?: string; message: string }) => JSON.stringify([error.code, error.message]),
    )
  }

  const REFERENCE = 'https://vimeo.com/76979871'
  const file = (url: string) =>
    follow(siteAnswering({ formats: [{ format_id: '1', url, protocol: 'https' }] }), REFERENCE)
  const playlist = (url: string) =>
    follow(siteAnswering({ formats: [{ format_id: '1', manifest_url: url, protocol: 'm3u8_native' }] }), REFERENCE)
  const ownFile = { format_id: '1', url: `http://${peertube.host}/own.mp4`, protocol: 'http' }
  const beside = (answer: object) =>
    readBeside(siteAnswering({ ...answer, formats: [ownFile] }, takingAnyFile), REFERENCE)

  return {
    "a site's file": file,
    "a site's playlist": playlist,
    ...Object.fromEntries(
      REDIRECT_KINDS.map((redirectKind) => [
        `a site's ${redirectKind}`,
        (address: string) => (redirectKind === 'redirect' ? file : playlist)(site.linkBy(redirectKind, address)),
      ]),
    ),
    "a site's captions": (url) => beside({ subtitles: { de: [{ ext: 'vtt', url }] } }),
    "a site's image": (address) => beside({ thumbnail: address.replace(/^http:/, 'https:') }),
    'a link to a PeerTube': (address) =>
      follow(createPeertubeSource(options), address.replace('/video.mp4', `/videos/watch/${randomUUID()}`)),
    ...Object.fromEntries(
      MISLEADING_PARTS.map((peertubeRoute) => [
        `a PeerTube's ${peertubeRoute}`,
        (address: string) => {
          const link = peertube.linkBy(peertubeRoute, address)
          return peertubeRoute === 'captions' || peertubeRoute === 'image'
            ? readBeside(createPeertubeSource(takingAnyFile), link)
            : follow(createPeertubeSource(options), link)
        },
      ]),
    ),
  }
}
