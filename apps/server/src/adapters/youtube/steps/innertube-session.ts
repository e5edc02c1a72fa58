import type { Session } from 'youtubei.js'
import { parseBoundedJson } from '../../bounded-json.ts'
import type { GuardedFetcher, GuardedResponse } from '../../outbound/guarded-fetch.ts'
import { statusTrouble } from '../../outbound/range-request.ts'
import { isYoutubeServiceHost } from '../../outbound/youtube-hosts.ts'
import type { StepVerdict } from '../../resolver-step.ts'

/** Lifetime of a visitor here. YouTube accepts a visitor for much longer. */
const VISITOR_TTL_MILLISECONDS = 60 * 60_000
const VISITOR_TIMEOUT_MILLISECONDS = 3_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export const NO_ANSWER: StepVerdict = { code: 'source_failed', blame: 'step' }

interface Visitor {
  session: Promise<Session>
  since: number
}

/**
 * Calls one endpoint of YouTube's API, such as `/player`. Throws StatusError, SourceReadError or the signal's reason.
 */
export type InnertubeCall = (endpoint: string, parameters: Record<string, unknown>) => Promise<unknown>

/** Visitors of YouTube without an account, one for each outgoing IP address, as which its API is called. */
export function createInnertubeVisitors(fetcher: GuardedFetcher, now: () => number = Date.now) {
  const visitors = new Map<string, Visitor>()

  /** Returns the visitor of an outgoing IP address, a new one every hour. */
  function visitorOf(egressId: string): Visitor {
    const existingVisitor = visitors.get(egressId)
    if (existingVisitor && now() - existingVisitor.since < VISITOR_TTL_MILLISECONDS) return existingVisitor
    const session = becomeVisitor(guardedFetch(fetcher, egressId, AbortSignal.timeout(VISITOR_TIMEOUT_MILLISECONDS)))
    const visitor = { session, since: now() }
    visitors.set(egressId, visitor)
    session.catch(() => visitors.delete(egressId))
    return visitor
  }

  return {
    has: (egressId: string): boolean => visitors.has(egressId),
    forget: (egressId: string): boolean => visitors.delete(egressId),
    /** Prepares calls through an outgoing IP address. */
    async callThrough(egressId: string, signal: AbortSignal): Promise<InnertubeCall> {
      const { context, api_key: key, api_version: version } = await visitorOf(egressId).session
      signal.throwIfAborted()
      const { Session } = await import('youtubei.js')
      const fetch = guardedFetch(fetcher, egressId, signal)
      const session = new Session(context, key, version, 0, undefined, undefined, undefined, fetch)
      return async (endpoint, parameters) => (await session.actions.execute(endpoint, parameters)).data
    },
  }
}
export type InnertubeVisitors = ReturnType<typeof createInnertubeVisitors>

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

/** YouTube answered with an error status, or with status 200 and unreadable JSON. */
export class StatusError extends Error {
  readonly verdict: StepVerdict
  constructor({ status, url }: Pick<GuardedResponse, 'status' | 'url'>) {
    super(`YouTube answered with status ${status}.`)
    if (status === 429) this.verdict = { code: 'source_rate_limited', blame: 'egress', trouble: { host: url.hostname } }
    else this.verdict = status === 200 ? NO_ANSWER : { ...NO_ANSWER, trouble: statusTrouble({ status, url }) }
  }
}

/**
 * Returns a `fetch` for youtubei.js that reaches YouTube only, through one outgoing IP address. It rejects answers that
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
      allowHost: isYoutubeServiceHost,
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
