import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { Session } from 'youtubei.js'
import { SourceReadError } from '../../../ports/sources.ts'
import { parseBoundedJson } from '../../bounded-json.ts'
import type { GuardedFetcher, GuardedResponse } from '../../outbound/guarded-fetch.ts'
import { statusTrouble } from '../../outbound/range-request.ts'
import { isYoutubeHost } from '../../outbound/youtube-hosts.ts'
import type { ResolverStep, StepAnswer, StepRefusal, Verdict } from '../../resolver-step.ts'
import { parseVideoInfo } from '../answers/parse-video-info.ts'
import { infoOfPlayer, type PlayerResponse, readPlayerResponse, verdictOfPlayer } from '../answers/player-response.ts'

/** Player client whose media files need neither tokens nor the player's script. */
const CLIENT = 'VISIONOS'
/** Lifetime of a visitor here. YouTube accepts a visitor for much longer. */
const SESSION_MILLISECONDS = 60 * 60_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

interface Visitor {
  session: Promise<Session>
  since: number
}

/** Asks YouTube's player call in this process through youtubei.js. It starts no program and runs no script. */
export function createInnertubeStep(fetcher: GuardedFetcher, now: () => number = Date.now): ResolverStep {
  const visitors = new Map<string, Visitor>()

  /** Returns the visitor of an outgoing address, a new one every hour. */
  function visitorOf(egressId: string): Visitor {
    const existingVisitor = visitors.get(egressId)
    if (existingVisitor && now() - existingVisitor.since < SESSION_MILLISECONDS) return existingVisitor
    const session = becomeVisitor(guardedFetch(fetcher, egressId, AbortSignal.timeout(VISITOR_MILLISECONDS)))
    const visitor = { session, since: now() }
    visitors.set(egressId, visitor)
    session.catch(() => visitors.delete(egressId))
    return visitor
  }

  return {
    name: 'innertube',
    async resolve(videoId, egressId, signal) {
      const hadVisitor = visitors.has(egressId)
      const answer = await askPlayer(videoId, egressId, signal)
      // YouTube may reject an existing visitor. A new one is tried once.
      if (answer.ok || !DISTRUST.includes(answer.code) || !hadVisitor) return answer
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
      const pageTimeout = delay(PAGE_MILLISECONDS, null, { ref: false })
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

const NO_ANSWER: Verdict = { code: 'source_failed', blame: 'step' }
const DISTRUST: readonly ErrorCode[] = ['source_bot_check', 'source_rate_limited']
const VISITOR_MILLISECONDS = 3_000
/** Longest further wait for the web player's answer, which only adds details. */
const PAGE_MILLISECONDS = 1_000

const refusal = ({ code, blame, trouble }: Verdict, cause: string): StepRefusal => ({
  ok: false,
  code,
  blame,
  cause,
  ...(trouble && { trouble }),
})

/** A failure behind an outgoing proxy is the proxy's: it may be dead while another one works. */
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

/** Starts a session without an account, as a browser does. youtubei.js invents a visitor if YouTube assigns none. */
async function becomeVisitor(fetch: typeof globalThis.fetch): Promise<Session> {
  const { Log, Session } = await import('youtubei.js')
  Log.setLevel(Log.Level.NONE)
  return Session.create({
    fetch,
    // step-verdicts.ts reads YouTube's messages in English.
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

/** YouTube answered with an error status, or with status 200 and unreadable JSON. */
class StatusError extends Error {
  readonly verdict: Verdict
  constructor({ status, url }: Pick<GuardedResponse, 'status' | 'url'>) {
    super(`YouTube answered with status ${status}.`)
    if (status === 429) this.verdict = { code: 'source_rate_limited', blame: 'egress', trouble: { host: url.hostname } }
    else this.verdict = status === 200 ? NO_ANSWER : { ...NO_ANSWER, trouble: statusTrouble({ status, url }) }
  }
}

/**
 * Returns a `fetch` for youtubei.js that reaches YouTube only, through one outgoing address. It rejects answers that
 * are too large or nest too deeply.
 */
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
