import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { ClipResolution, Refusal } from '../../ports/sources.ts'
import { SourceReadError } from '../../ports/sources.ts'
import { createAnswerCache } from '../answer-cache.ts'
import type { EgressPool } from '../outbound/egress-pool.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { isYoutubeServiceHost } from '../outbound/youtube-hosts.ts'
import { createSlots } from '../slots.ts'
import { clipInPage, clipTargetIn, clipTimesIn, type FoundClip } from './answers/clip-answers.ts'
import { type InnertubeVisitors, StatusError } from './steps/innertube-session.ts'

interface ClipFinderOptions {
  visitors: InnertubeVisitors
  fetcher: GuardedFetcher
  egresses: EgressPool
  now?: () => number
  timeoutMilliseconds?: number
}

const REQUEST_TIMEOUT_MILLISECONDS = 10_000
const MAX_CONCURRENT_CLIPS = 2
const MAX_WAITING = 16
/** Life of a found clip. Its video and times never change. */
const SUCCESS_TTL_MILLISECONDS = 3_600_000
const FAILURE_TTL_MILLISECONDS = 60_000
const MAX_CACHED = 500
const MAX_PAGE_BYTES = 8 * 1024 * 1024

/**
 * Finds the video and the times of a user's clip: through YouTube's API, else on the clip's page. Answers are cached.
 */
export function createClipFinder({
  visitors,
  fetcher,
  egresses,
  now = Date.now,
  timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS,
}: ClipFinderOptions) {
  const slots = createSlots(MAX_CONCURRENT_CLIPS, MAX_WAITING)

  async function findByCalls(clipId: string, egressId: string, signal: AbortSignal): Promise<FoundClip | null> {
    const call = await visitors.callThrough(egressId, signal)
    const target = clipTargetIn(await call('/navigation/resolve_url', { url: addressOf(clipId) }))
    if (!target) return null
    const { videoId, params } = target
    const range =
      target.times ??
      clipTimesIn(
        await call('/player', { videoId, contentCheckOk: true, racyCheckOk: true, ...(params && { params }) }),
      )
    return range && { videoId, ...range }
  }

  async function findOnPage(clipId: string, egress: string, signal: AbortSignal): Promise<FoundClip | null> {
    const response = await fetcher.get(addressOf(clipId), {
      maxBytes: MAX_PAGE_BYTES,
      headers: { 'accept-language': 'en' },
      signal,
      egress,
      allowHost: isYoutubeServiceHost,
    })
    if (response.status === 200) return clipInPage(Buffer.from(await response.bytes()).toString('utf8'))
    response.discard()
    if (response.status === 404) return null
    throw new StatusError(response)
  }

  async function find(clipId: string): Promise<ClipResolution> {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const slot = await slots.take(signal).catch(() => null)
    if (!slot) return { ok: false, code: 'busy', cause: 'Too many clips are being looked for.' }
    try {
      return await lookEverywhere(clipId, signal)
    } finally {
      slot.giveBack()
    }
  }

  async function lookEverywhere(clipId: string, signal: AbortSignal): Promise<ClipResolution> {
    const egress = egresses.pick().id
    let refusal: Refusal = { ok: false, code: 'youtube_clip', cause: 'YouTube names no video and times for this clip.' }
    for (const findClip of [findByCalls, findOnPage]) {
      try {
        const clip = await findClip(clipId, egress, signal)
        if (clip) return { ok: true, reference: clip.videoId, startTime: clip.startTime, endTime: clip.endTime }
      } catch (error) {
        refusal = refusalOfFailure(error, signal)
      }
    }
    return refusal
  }

  return createAnswerCache<ClipResolution>({
    requestAnswer: find,
    validMilliseconds: ({ ok }) => (ok ? SUCCESS_TTL_MILLISECONDS : FAILURE_TTL_MILLISECONDS),
    failureMilliseconds: FAILURE_TTL_MILLISECONDS,
    maxAnswers: MAX_CACHED,
    now,
  }).join
}

const addressOf = (clipId: string): string => `https://www.youtube.com/clip/${clipId}`

function refusalOfFailure(error: unknown, signal: AbortSignal): Refusal {
  const cause = failureCause(error)
  if (signal.aborted) return { ok: false, code: 'source_timeout', cause }
  if (error instanceof StatusError) {
    const { code, trouble } = error.verdict
    return { ok: false, code, cause, ...(trouble && { trouble }) }
  }
  if (error instanceof SourceReadError)
    return { ok: false, code: error.code, cause, ...(error.trouble && { trouble: error.trouble }) }
  return { ok: false, code: 'source_failed', cause }
}
