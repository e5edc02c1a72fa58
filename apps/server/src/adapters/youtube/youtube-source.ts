import {
  type ByteSource,
  type FetchedImage,
  type LocatedRendition,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { openRangeSource } from '../outbound/range-source.ts'
import { isYoutubeHost, isYoutubeImageHost } from '../outbound/youtube-hosts.ts'
import { createSizeIndexCache, createWaveformCache, type SizeIndexCacheOptions } from '../previews/source-previews.ts'
import { createAddressWaits } from './address-waits.ts'
import type { YtdlpFinder } from './find-ytdlp.ts'
import { parseYtdlpJson } from './parse-ytdlp-json.ts'
import { createYtdlpRunner } from './run-ytdlp.ts'
import type { YtdlpInspector } from './ytdlp-facts.ts'

export interface YoutubeSourceOptions {
  finder: YtdlpFinder
  inspector: YtdlpInspector
  fetcher: GuardedFetcher
  proxyUrl: string
  sslCertFile?: string | undefined
  concurrency?: number
  /** Reads and caches size indexes and waveforms; without it sizes are estimated by average. */
  estimating?: Omit<SizeIndexCacheOptions, 'open'>
  timeoutMilliseconds?: number
}

const CONCURRENCY = 4
const TIMEOUT_MILLISECONDS = 25_000
const BUSY_RETRY_SECONDS = 10

/** YouTube: yt-dlp resolves, the guarded fetcher reads. References are eleven-character ids. */
export function createYoutubeSource(options: YoutubeSourceOptions): VideoSource {
  const runner = createYtdlpRunner({
    ...options,
    concurrency: options.concurrency ?? CONCURRENCY,
    timeoutMilliseconds: options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS,
    node: { path: process.execPath, version: process.versions.node },
  })
  const waits = createAddressWaits()

  async function open(
    { address, headers }: Pick<LocatedRendition, 'address' | 'headers'>,
    signal: AbortSignal,
  ): Promise<ByteSource> {
    requireHttps(address)
    await waits.untilAvailable(address, signal)
    return openRangeSource(options.fetcher, address, headers, signal, { allowHost: isYoutubeHost })
  }

  const estimating = options.estimating && { ...options.estimating, open }
  const audio = estimating && createWaveformCache(estimating)

  return {
    async resolve(reference, signal) {
      const answer = await runner.ask(reference, signal)
      if (!answer.ok) return answer.code === 'busy' ? { ...answer, retryAfterSeconds: BUSY_RETRY_SECONDS } : answer
      const parsed = parseYtdlpJson(answer.json, reference)
      if (!parsed.ok) return parsed
      waits.remember(parsed.availableAt)
      const waveform = audio?.locate(reference, parsed.video) ?? null
      return { ok: true, video: { ...parsed.video, waveform } }
    },

    openRendition: open,

    async fetchImage(address, signal): Promise<FetchedImage> {
      requireHttps(address)
      return fetchImage(options.fetcher, address, { signal, allowHost: isYoutubeImageHost })
    },

    ...(audio && { readWaveform: audio.read }),
    ...(estimating && createSizeIndexCache(estimating)),
  }
}

function requireHttps(address: string): void {
  if (!address.startsWith('https://')) throw new SourceReadError('source_failed', 'Not an address of this source.')
}

interface ImageRequest {
  signal: AbortSignal
  /** Which hosts may serve it, redirects included. */
  allowHost: (host: string) => boolean
}

/** Images of pixels only: an SVG is a document that may carry scripts. */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const MAX_IMAGE_BYTES = 5 * 1024 * 1024
const EXPIRED_STATUSES = [403, 410]

/** An image of at most 5 MiB. Throws SourceReadError, or the signal's reason. */
async function fetchImage(
  fetcher: GuardedFetcher,
  address: string,
  { signal, allowHost }: ImageRequest,
): Promise<FetchedImage> {
  const response = await fetcher.get(address, { maxBytes: MAX_IMAGE_BYTES, signal, allowHost })
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (response.status !== 200 || !IMAGE_TYPES.includes(mediaType)) {
    response.discard()
    const expired = EXPIRED_STATUSES.includes(response.status)
    throw new SourceReadError('source_failed', 'There is no image behind this address.', { expired })
  }
  return { mediaType, bytes: await response.bytes() }
}
