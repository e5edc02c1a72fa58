import { createHmac, randomBytes } from 'node:crypto'
import type { SpokenTrack } from '@kerf/stamped-media/make-youtube-renditions'
import type { Requester, RequestingProgram } from './client-behaviour.ts'
import type { StandinFormat } from './media/standin-format.ts'
import type { StandinVideo } from './videos.ts'

const MEDIA_HOST = 'rr1---sn-standin.googlevideo.com'
const MANIFESTS = 'https://manifest.googlevideo.com/api/manifest'
const SIGNED_PARAMETERS = [
  'expire',
  'ip',
  'id',
  'itag',
  'source',
  'mime',
  'clen',
  'dur',
  'c',
  'program',
  'list',
  'xtags',
] as const
const SIGNATURE_KEY = randomBytes(32)

export type MediaClaim =
  | {
      valid: true
      videoId: string
      itag: number
      /** Speech in the audio; null: nobody speaks. */
      speech: SpokenTrack | null
      expiresAtSeconds: number
      requester: Requester
      isInPlaylist: boolean
    }
  | { valid: false; reason: 'bad signature' | 'expired' }

export interface MediaUrlTerms {
  seconds: number
  expiresAtSeconds: number
  requester: Requester
  isInPlaylist?: boolean
}

/** A media URL as YouTube issues it. It names its video, format, requester and expiry, and is signed over them. */
export function makeMediaUrl(video: StandinVideo, format: StandinFormat, terms: MediaUrlTerms): string {
  const query = signedQuery({
    ...commonParameters(video, terms),
    itag: String(format.itag),
    requiressl: 'yes',
    mime: format.mimeType,
    clen: String(format.sizeBytes),
    dur: terms.seconds.toFixed(3),
    lmt: '1700000000000000',
    ...(format.image && format.audio ? { ratebypass: 'yes' } : {}),
    ...(format.speech ? { xtags: format.speech } : {}),
    ...(terms.isInPlaylist ? { list: 'hls' } : {}),
  })
  return `https://${MEDIA_HOST}/videoplayback?${query}`
}

/** URL of a video's multivariant playlist, or of one format's playlist. Its path contains the same parameters. */
export function makePlaylistUrl(
  video: StandinVideo,
  itag: number | null,
  terms: Omit<MediaUrlTerms, 'seconds'>,
): string {
  const query = signedQuery({ ...commonParameters(video, terms), ...(itag === null ? {} : { itag: String(itag) }) })
  const path = [...query].flatMap(([name, value]) => [name, encodeURIComponent(value)]).join('/')
  return itag === null
    ? `${MANIFESTS}/hls_variant/${path}/file/index.m3u8`
    : `${MANIFESTS}/hls_playlist/${path}/playlist/index.m3u8`
}

/** The parameters in the path of a playlist's URL; null: the path is no playlist's. */
export function playlistParameters(path: string): URLSearchParams | null {
  const [, pairs] = /^\/api\/manifest\/hls_(?:variant|playlist)\/(.+)\/(?:file|playlist)\/index\.m3u8$/.exec(path) ?? []
  if (pairs === undefined) return null
  const parts = pairs.split('/').map(decodeURIComponent)
  const query = new URLSearchParams()
  for (let index = 0; index + 1 < parts.length; index += 2) query.set(parts[index]!, parts[index + 1]!)
  return query
}

/** Reads and checks a media URL: the stand-in has to have signed it, and it must not have expired at `nowSeconds`. */
export function readMediaUrl(query: URLSearchParams, nowSeconds: number): MediaClaim {
  if (query.get('sig') !== signQuery(query)) return { valid: false, reason: 'bad signature' }
  const expiresAtSeconds = Number(query.get('expire'))
  if (expiresAtSeconds <= nowSeconds) return { valid: false, reason: 'expired' }
  const program = query.get('program') as RequestingProgram
  return {
    valid: true,
    videoId: query.get('id')!.slice('o-'.length),
    itag: Number(query.get('itag')),
    speech: query.get('xtags') as SpokenTrack | null,
    expiresAtSeconds,
    requester: { client: query.get('c')!, program, from: query.get('ip')! },
    isInPlaylist: query.has('list'),
  }
}

function commonParameters(video: StandinVideo, { expiresAtSeconds, requester }: Omit<MediaUrlTerms, 'seconds'>) {
  return {
    expire: String(expiresAtSeconds),
    ip: requester.from,
    id: `o-${video.id}`,
    source: 'youtube',
    c: requester.client,
    program: requester.program,
  }
}

function signedQuery(parameters: Record<string, string>): URLSearchParams {
  const query = new URLSearchParams({ ...parameters, sparams: SIGNED_PARAMETERS.join(',') })
  query.set('sig', signQuery(query))
  return query
}

function signQuery(query: URLSearchParams): string {
  const terms = SIGNED_PARAMETERS.map((name) => `${name}=${query.get(name)}`).join('&')
  return createHmac('sha256', SIGNATURE_KEY).update(terms).digest('base64url')
}
