import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { HeatStep } from '@kerf/domain/marks/mark'
import type { HeatReader } from '../../ports/marks.ts'
import { MediaError, SourceReadError } from '../../ports/sources.ts'
import { createAnswerCache } from '../answer-cache.ts'
import type { EgressPool } from '../outbound/egress-pool.ts'
import { createSlots } from '../slots.ts'
import { heatInAnswer } from './answers/heat-answer.ts'
import type { InnertubeVisitors } from './steps/innertube-session.ts'

interface HeatReaderOptions {
  visitors: InnertubeVisitors
  egresses: EgressPool
  now?: () => number
  timeoutMilliseconds?: number
}

const REQUEST_TIMEOUT_MILLISECONDS = 10_000
const SUCCESS_TTL_MILLISECONDS = 3_600_000
const FAILURE_TTL_MILLISECONDS = 60_000
const MAX_CACHED = 500
const MAX_CONCURRENT_REQUESTS = 2
const MAX_WAITING = 16

/**
 * Reads the most-replayed graph of a video, which the player call does not have. It is read for an open page, and not
 * while a video is resolved.
 */
export function createHeatReader({
  visitors,
  egresses,
  now = Date.now,
  timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS,
}: HeatReaderOptions): HeatReader {
  const slots = createSlots(MAX_CONCURRENT_REQUESTS, MAX_WAITING)

  async function requestAnswer(videoId: string): Promise<readonly HeatStep[]> {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    try {
      const slot = await slots.take(signal)
      if (!slot) throw new SourceReadError('busy', 'Too many graphs are being read.')
      try {
        const call = await visitors.callThrough(egresses.pick().id, signal)
        return heatInAnswer(await call('/next', { videoId }))
      } finally {
        slot.giveBack()
      }
    } catch (error) {
      throw error instanceof MediaError ? error : new SourceReadError('source_failed', failureCause(error))
    }
  }

  const answers = createAnswerCache<readonly HeatStep[]>({
    requestAnswer,
    validMilliseconds: () => SUCCESS_TTL_MILLISECONDS,
    failureMilliseconds: FAILURE_TTL_MILLISECONDS,
    maxAnswers: MAX_CACHED,
    now,
  })
  return { cachedMarks: (videoId) => answers.cachedAnswer(videoId)?.value ?? null, read: answers.join }
}
