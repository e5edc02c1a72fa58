import { createHmac, randomBytes } from 'node:crypto'
import type { StandinFormat } from './media/standin-format.ts'
import type { StandinVideo } from './videos.ts'

const MEDIA_HOST = 'rr1---sn-standin.googlevideo.com'
const SIGNED_PARAMETERS = ['expire', 'ip', 'id', 'itag', 'source', 'mime', 'clen', 'dur'] as const
const SIGNATURE_KEY = randomBytes(32)

export type MediaClaim =
  | { valid: true; videoId: string; itag: number }
  | { valid: false; reason: 'bad signature' | 'expired' }

/** A media url as YouTube hands them out: it names its video, format and end of life, and is signed over all of them. */
export function makeMediaUrl(
  video: StandinVideo,
  format: StandinFormat,
  options: { seconds: number; expiresAtSeconds: number },
): string {
  const query = new URLSearchParams({
    expire: String(options.expiresAtSeconds),
    ip: '127.0.0.1',
    id: `o-${video.id}`,
    itag: String(format.itag),
    source: 'youtube',
    requiressl: 'yes',
    mime: format.mimeType,
    clen: String(format.sizeBytes),
    dur: options.seconds.toFixed(3),
    lmt: '1700000000000000',
    ...(format.image && format.audio ? { ratebypass: 'yes' } : {}),
    sparams: SIGNED_PARAMETERS.join(','),
  })
  query.set('sig', sign(query))
  return `https://${MEDIA_HOST}/videoplayback?${query}`
}

/** What a media url asks for, if it is one of ours, unaltered and still alive at `nowSeconds`. */
export function readMediaUrl(query: URLSearchParams, nowSeconds: number): MediaClaim {
  if (query.get('sig') !== sign(query)) return { valid: false, reason: 'bad signature' }
  if (Number(query.get('expire')) <= nowSeconds) return { valid: false, reason: 'expired' }
  return { valid: true, videoId: query.get('id')!.slice('o-'.length), itag: Number(query.get('itag')) }
}

function sign(query: URLSearchParams): string {
  const signed = SIGNED_PARAMETERS.map((name) => `${name}=${query.get(name)}`).join('&')
  return createHmac('sha256', SIGNATURE_KEY).update(signed).digest('base64url')
}
