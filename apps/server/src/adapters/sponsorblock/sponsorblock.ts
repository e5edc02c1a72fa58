import { createHash } from 'node:crypto'
import { SEGMENT_KINDS } from '@kerf/domain/marks/mark'
import type { ClaimedSegment } from '@kerf/domain/marks/tidy-marks'
import type { Clock } from '../../ports/clock.ts'
import type { SubmittedSegments } from '../../ports/marks.ts'
import { SourceReadError } from '../../ports/sources.ts'
import { createAnswerCache } from '../answer-cache.ts'
import { parseBoundedJson } from '../bounded-json.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { createSlots } from '../slots.ts'
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
const SUCCESS_TTL_MILLISECONDS = 3_600_000
const FAILURE_TTL_MILLISECONDS = 60_000
const MAX_CACHED = 500
/** Limit of an answer. One about all videos of a prefix has some hundred kilobytes. */
const MAX_BYTES = 4_000_000
const REQUEST_TIMEOUT_MILLISECONDS = 10_000
const MAX_CONCURRENT_REQUESTS = 4
const MAX_WAITING = 32

/** Reads segments by a prefix of the video's hash, and caches them for an hour. A failure is cached for a minute. */
export function createSponsorblock(options: SponsorblockOptions): SubmittedSegments {
  const { server, fetcher, clock, timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS } = options
  const slots = createSlots(MAX_CONCURRENT_REQUESTS, MAX_WAITING)
  async function requestAnswer(videoId: string): Promise<readonly ClaimedSegment[]> {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
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

  const answers = createAnswerCache<readonly ClaimedSegment[]>({
    requestAnswer,
    validMilliseconds: () => SUCCESS_TTL_MILLISECONDS,
    failureMilliseconds: FAILURE_TTL_MILLISECONDS,
    maxAnswers: MAX_CACHED,
    now: () => clock.now().getTime(),
  })
  return { cachedMarks: (videoId) => answers.cachedAnswer(videoId)?.value ?? null, read: answers.join }
}

function addressFor(server: URL, videoId: string): URL {
  const prefix = createHash('sha256').update(videoId).digest('hex').slice(0, PREFIX_LENGTH)
  const url = new URL(`${server.origin}${server.pathname.replace(/\/+$/, '')}/api/skipSegments/${prefix}`)
  url.searchParams.set('categories', JSON.stringify(SEGMENT_KINDS))
  url.searchParams.set('actionTypes', '["skip"]')
  return url
}
