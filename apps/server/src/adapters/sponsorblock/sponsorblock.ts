import { createHash } from 'node:crypto'
import { SEGMENT_KINDS } from '@kerf/domain/marks/mark'
import type { ClaimedSegment } from '@kerf/domain/marks/tidy-marks'
import type { Clock } from '../../ports/clock.ts'
import type { SubmittedSegments } from '../../ports/marks.ts'
import { SourceReadError } from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { unlessAborted } from '../shared-work.ts'
import { createSlots } from '../slots.ts'
import { parseBoundedJson } from '../youtube/answers/bounded-json.ts'
import { segmentsInAnswer } from './segments-in-answer.ts'

export interface SponsorblockOptions {
  /** Address of the server. Its path, if any, precedes `/api`. */
  server: URL
  fetcher: Pick<GuardedFetcher, 'get'>
  clock: Clock
  /** Longest wait for an answer, in milliseconds. */
  timeoutMilliseconds?: number
}

/** Characters of the hash that the server sees. About one in 65,000 videos shares them. */
const PREFIX_LENGTH = 4
const GOOD_FOR_MILLISECONDS = 3_600_000
const BAD_FOR_MILLISECONDS = 60_000
const MOST_CACHED = 500
/** Limit of an answer. One about all videos of a prefix has some hundred kilobytes. */
const MAX_BYTES = 4_000_000
const TIMEOUT_MILLISECONDS = 5_000
const REQUESTS_AT_ONCE = 4
const MOST_WAITING = 32

interface CachedSegments {
  answer: Promise<readonly ClaimedSegment[]>
  known: readonly ClaimedSegment[] | null
  until: number
}

/** Reads segments by a prefix of the video's hash, and caches them for an hour. A failure is cached for a minute. */
export function createSponsorblock(options: SponsorblockOptions): SubmittedSegments {
  const { server, fetcher, clock, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options
  const cache = new Map<string, CachedSegments>()
  const slots = createSlots(REQUESTS_AT_ONCE, MOST_WAITING)
  const nowMilliseconds = (): number => clock.now().getTime()

  function cached(videoId: string): CachedSegments | undefined {
    const entry = cache.get(videoId)
    return entry && nowMilliseconds() < entry.until ? entry : undefined
  }

  function begin(videoId: string): CachedSegments {
    const entry: CachedSegments = {
      // Independent of the caller's signal, because later callers get this answer, too.
      answer: ask(videoId, AbortSignal.timeout(timeoutMilliseconds)),
      known: null,
      until: nowMilliseconds() + GOOD_FOR_MILLISECONDS,
    }
    cache.delete(videoId)
    cache.set(videoId, entry)
    for (const oldest of cache.keys()) {
      if (cache.size <= MOST_CACHED) break
      cache.delete(oldest)
    }
    entry.answer.then(
      (segments) => {
        entry.known = segments
      },
      () => {
        entry.until = nowMilliseconds() + BAD_FOR_MILLISECONDS
      },
    )
    return entry
  }

  async function ask(videoId: string, signal: AbortSignal): Promise<readonly ClaimedSegment[]> {
    const slot = await slots.take(signal).catch(() => null)
    if (!slot) throw new SourceReadError('source_timeout', 'Too many requests wait for SponsorBlock.')
    try {
      return await readAnswer(videoId, signal)
    } catch (error) {
      throw signal.aborted ? new SourceReadError('source_timeout', 'SponsorBlock did not answer in time.') : error
    } finally {
      slot.giveBack()
    }
  }

  async function readAnswer(videoId: string, signal: AbortSignal): Promise<readonly ClaimedSegment[]> {
    const response = await fetcher.get(addressFor(server, videoId).href, {
      maxBytes: MAX_BYTES,
      headers: { accept: 'application/json' },
      signal,
      allowHost: (host) => host === server.hostname.replace(/^\[|\]$/g, ''),
    })
    // The server has no segments for any video with this prefix.
    if (response.status === 404) {
      response.discard()
      return []
    }
    if (response.status !== 200) {
      response.discard()
      throw new SourceReadError('source_failed', `SponsorBlock answered with status ${response.status}.`)
    }
    const segments = segmentsInAnswer(parseBoundedJson(Buffer.from(await response.bytes())), videoId)
    if (!segments) throw new SourceReadError('source_failed', "SponsorBlock's answer has another form.")
    return segments
  }

  return {
    known: (videoId) => cached(videoId)?.known ?? null,
    read: (videoId, signal) => unlessAborted((cached(videoId) ?? begin(videoId)).answer, signal),
  }
}

function addressFor(server: URL, videoId: string): URL {
  const prefix = createHash('sha256').update(videoId).digest('hex').slice(0, PREFIX_LENGTH)
  const url = new URL(`${server.origin}${server.pathname.replace(/\/+$/, '')}/api/skipSegments/${prefix}`)
  url.searchParams.set('categories', JSON.stringify(SEGMENT_KINDS))
  url.searchParams.set('actionTypes', '["skip"]')
  return url
}
