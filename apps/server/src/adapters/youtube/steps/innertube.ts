import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import { SourceReadError } from '../../../ports/sources.ts'
import type { ResolverStep, StepAnswer, StepRefusal, StepVerdict } from '../../resolver-step.ts'
import { parseVideoInfo } from '../answers/parse-video-info.ts'
import { infoOfPlayer, type PlayerResponse, readPlayerResponse, verdictOfPlayer } from '../answers/player-response.ts'
import { type InnertubeCall, type InnertubeVisitors, NO_ANSWER, StatusError } from './innertube-session.ts'

/** Player client whose media files need neither tokens nor the player's script. */
const CLIENT_NAME = 'VISIONOS'

/** Calls YouTube's player API in this process through youtubei.js. It starts no program and runs no script. */
export function createInnertubeStep(visitors: InnertubeVisitors, now: () => number = Date.now): ResolverStep {
  return {
    name: 'innertube',
    async resolve(videoId, egressId, signal) {
      const hadVisitor = visitors.has(egressId)
      const answer = await askPlayer(videoId, egressId, signal)
      // YouTube may reject an existing visitor. A new one is tried once.
      if (answer.ok || !DISTRUST_CODES.includes(answer.code) || !hadVisitor) return answer
      visitors.forget(egressId)
      return askPlayer(videoId, egressId, signal)
    },
  }

  async function askPlayer(videoId: string, egressId: string, signal: AbortSignal): Promise<StepAnswer> {
    try {
      const call = await visitors.callThrough(egressId, signal)
      const page = askClient(call, videoId).catch(() => null)
      const player = await askClient(call, videoId, CLIENT_NAME)
      const pageTimeout = delay(WEB_PLAYER_TIMEOUT_MILLISECONDS, null, { ref: false })
      return player
        ? describe(player, await Promise.race([page, pageTimeout]), videoId, now())
        : refusal(NO_ANSWER, 'The player call answered something else.')
    } catch (error) {
      signal.throwIfAborted()
      return refusal(
        error instanceof StatusError ? error.verdict : verdictOfFailure(error, egressId),
        failureCause(error),
      )
    }
  }
}

const DISTRUST_CODES: readonly ErrorCode[] = ['source_bot_check', 'source_rate_limited']
/** Longest further wait for the web player's answer, which only adds details. */
const WEB_PLAYER_TIMEOUT_MILLISECONDS = 1_000

const refusal = ({ code, blame, trouble }: StepVerdict, cause: string): StepRefusal => ({
  ok: false,
  code,
  blame,
  cause,
  ...(trouble && { trouble }),
})

/** A failure behind an outgoing proxy is the proxy's: it may be dead while another one works. */
function verdictOfFailure(error: unknown, egressId: string): StepVerdict {
  if (!(error instanceof SourceReadError)) return NO_ANSWER
  return {
    code: error.code,
    blame: egressId === '' ? 'step' : 'egress',
    ...(error.trouble && { trouble: error.trouble }),
  }
}

async function describe(
  player: PlayerResponse,
  page: PlayerResponse | null,
  videoId: string,
  now: number,
): Promise<StepAnswer> {
  const verdict = verdictOfPlayer(player, page, now)
  if (verdict) return refusal(verdict, verdict.cause)
  const { Constants } = await import('youtubei.js')
  return parseVideoInfo(infoOfPlayer(player, page, Constants.CLIENTS[CLIENT_NAME].USER_AGENT), videoId, 'innertube')
}

async function askClient(call: InnertubeCall, videoId: string, client?: string): Promise<PlayerResponse | null> {
  const terms = { videoId, contentCheckOk: true, racyCheckOk: true }
  return readPlayerResponse(await call('/player', { ...terms, ...(client ? { client } : {}) }))
}
