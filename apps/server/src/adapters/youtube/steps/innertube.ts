import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { Session } from 'youtubei.js'
import { SourceReadError } from '../../../ports/sources.ts'
import type { GuardedFetcher, GuardedResponse } from '../../outbound/guarded-fetch.ts'
import { statusTrouble } from '../../outbound/range-request.ts'
import { isYoutubeHost } from '../../outbound/youtube-hosts.ts'
import { parseBoundedJson } from '../answers/bounded-json.ts'
import { parseVideoInfo } from '../answers/parse-video-info.ts'
import { infoOfPlayer, type PlayerResponse, readPlayerResponse, verdictOfPlayer } from '../answers/player-response.ts'
import type { ResolverStep, StepAnswer, StepRefusal } from '../answers/resolver-step.ts'
import type { Verdict } from '../answers/step-verdicts.ts'

/** Its files need neither tokens nor the player's script. */
const CLIENT = 'VISIONOS'
/** YouTube knows a visitor for much longer. */
const SESSION_MILLISECONDS = 60 * 60_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

interface Visitor {
  session: Promise<Session>
  since: number
}

/** Asks YouTube's player call in this process, through youtubei.js: no program to start and no script to run. */
export function createInnertubeStep(fetcher: GuardedFetcher, now: () => number = Date.now): ResolverStep {
  const visitors = new Map<string, Visitor>()

  /** The visitor as which this outgoing address asks. */
  function visitorOf(egressId: string): Visitor {
    const known = visitors.get(egressId)
    if (known && now() - known.since < SESSION_MILLISECONDS) return known
    const session = becomeVisitor(guardedFetch(fetcher, egressId, AbortSignal.timeout(VISITOR_MILLISECONDS)))
    const visitor = { session, since: now() }
    visitors.set(egressId, visitor)
    session.catch(() => visitors.delete(egressId))
    return visitor
  }

  return {
    name: 'innertube',
    async resolve(videoId, egressId, signal) {
      const isOld = visitors.has(egressId)
      const answer = await askPlayer(videoId, egressId, signal)
      // YouTube may have forgotten who we were.
      if (answer.ok || !DISTRUST.includes(answer.code) || !isOld) return answer
      visitors.delete(egressId)
      return askPlayer(videoId, egressId, signal)
    },
  }

  async function askPlayer(videoId: string, egressId: string, signal: AbortSignal): Promise<StepAnswer> {
    try {
      const visitor = await visitorOf(egressId).session
      signal.throwIfAborted()
      const call = await playerCall(visitor, guardedFetch(fetcher, egressId, signal))
      const page = call(videoId).catch(() => null)
      const player = await call(videoId, CLIENT)
      const tooLong = delay(PAGE_MILLISECONDS, null, { ref: false })
      return player
        ? describe(player, await Promise.race([page, tooLong]), videoId, now())
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

const NO_ANSWER: Verdict = { code: 'source_failed', blame: 'step' }
const DISTRUST: readonly ErrorCode[] = ['source_bot_check', 'source_rate_limited']
const VISITOR_MILLISECONDS = 3_000
/** What the page says besides is not worth waiting longer for. */
const PAGE_MILLISECONDS = 1_000

const refusal = ({ code, blame, trouble }: Verdict, cause: string): StepRefusal => ({
  ok: false,
  code,
  blame,
  cause,
  ...(trouble && { trouble }),
})

/** Where no answer comes back by a proxy, that may be dead, and another one not. */
function verdictOfFailure(error: unknown, egressId: string): Verdict {
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
  return parseVideoInfo(infoOfPlayer(player, page, Constants.CLIENTS[CLIENT].USER_AGENT), videoId, 'innertube')
}

/** A visitor without an account, as a browser would become one; made up here where YouTube does not say who we are. */
async function becomeVisitor(fetch: typeof globalThis.fetch): Promise<Session> {
  const { Log, Session } = await import('youtubei.js')
  Log.setLevel(Log.Level.NONE)
  return Session.create({
    fetch,
    // Its sentences are read.
    lang: 'en',
    retrieve_player: false,
    retrieve_innertube_config: false,
    enable_session_cache: false,
  })
}

async function playerCall(visitor: Session, fetch: typeof globalThis.fetch) {
  const { Session } = await import('youtubei.js')
  const { context, api_key: key, api_version: version } = visitor
  const session = new Session(context, key, version, 0, undefined, undefined, undefined, fetch)
  return async (videoId: string, client?: string): Promise<PlayerResponse | null> => {
    const { data } = await session.actions.execute('/player', {
      videoId,
      contentCheckOk: true,
      racyCheckOk: true,
      ...(client ? { client } : {}),
    })
    return readPlayerResponse(data)
  }
}

/** YouTube answered with this status instead of with an answer. */
class StatusError extends Error {
  readonly verdict: Verdict
  constructor({ status, url }: Pick<GuardedResponse, 'status' | 'url'>) {
    super(`YouTube answered with status ${status}.`)
    if (status === 429) this.verdict = { code: 'source_rate_limited', blame: 'egress', trouble: { host: url.hostname } }
    else this.verdict = status === 200 ? NO_ANSWER : { ...NO_ANSWER, trouble: statusTrouble({ status, url }) }
  }
}

/** `fetch` for youtubei.js: to YouTube alone, by one outgoing address, and no answer is larger or deeper than one of YouTube's. */
function guardedFetch(fetcher: GuardedFetcher, egressId: string, signal: AbortSignal): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    const request = {
      headers: Object.fromEntries(new Headers(init.headers)),
      maxBytes: MAX_ANSWER_BYTES,
      signal,
      egress: egressId,
      allowHost: isYoutubeHost,
    }
    const { body } = init
    const response =
      typeof body === 'string' ? await fetcher.post(url, { ...request, body }) : await fetcher.get(url, request)
    if (response.status !== 200) {
      response.discard()
      throw new StatusError(response)
    }
    const bytes = Buffer.from(await response.bytes())
    if (typeof body === 'string' && parseBoundedJson(bytes) === null) throw new StatusError(response)
    return new Response(bytes)
  }
}
