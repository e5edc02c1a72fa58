import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@kerf/contract/protocol/endpoint'
import { isAllowedForKeys } from '@kerf/contract/protocol/for-keys'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import { isStranger } from '@kerf/domain/access/viewer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AccountSession } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { RowPage } from '../../ports/page.ts'
import { rationedBy } from '../../ports/rationed-by.ts'
import { type RequestContext, withRequestContext } from '../../ports/request-context.ts'
import type { Deps } from '../../use-cases/shared/deps.ts'
import { admitAdmin } from '../../use-cases/shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../../use-cases/shared/outcome.ts'
import { logAction } from '../logs/security-log.ts'
import { complaintOf, complaintOfMisread } from './complaint.ts'
import { isBlank } from './json-body.ts'
import { sendRefusal } from './refusal.ts'

/** Schema of endpoints without a query: it ignores all parameters. */
const noQuerySchema = z.object({})

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Viewer of the call; null for a stranger who has started nothing yet. */
  viewer: ViewerRecord | null
  session: AccountSession | null
  /** The viewer; a caller without one gets a new viewer and its cookie. */
  welcomeViewer(): Promise<ViewerRecord>
  signal: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
}

/** Returned by a handler that has sent the answer itself, such as a file. */
export const ANSWERED = Symbol('answered')

export type Handler<E extends Endpoint, Extra = unknown> = (
  call: Call<E> & Extra,
) => Promise<Outcome<AnswerOf<E>> | typeof ANSWERED> | Outcome<AnswerOf<E>>

export interface RouteOptions {
  /** Limit for one IP address; the server's general limit when left out. */
  callsPerMinute?: number
  /** Skips the check for unstorable text, because the handler refuses it with a better sentence. */
  acceptsAnyText?: boolean
  /** Refuses callers before their input is parsed; null admits the caller. */
  admit?: (request: FastifyRequest) => Refused | null | Promise<Refused | null>
}

/** Limit for calls with a password, because passwords are checked with a deliberately slow function. */
export const PASSWORD_CALLS = { callsPerMinute: 60 }

/** Serves one endpoint of the contract: it parses the input, calls the handler and answers. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  const emptyBody = endpoint.body.safeParse(undefined)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(options.callsPerMinute ? { config: { rateLimit: { max: options.callsPerMinute, timeWindow: 60_000 } } } : {}),
    handler: async (request, reply) => {
      if (request.isByKey && !isAllowedForKeys(endpoint)) return sendRefusal(reply, refused('not_by_key'))
      const refusal =
        (await options.admit?.(request)) ?? (isRefusedToStrangers(endpoint, request) ? await app.admitStranger() : null)
      if (refusal) return sendRefusal(reply, refusal)
      const params = endpoint.params.safeParse(request.params)
      // An id of the wrong shape is refused like an unknown id, so guesses reveal nothing.
      if (!params.success) return sendRefusal(reply, refused('not_found'))
      if (!options.acceptsAnyText && hasUnstorableText([request.query, request.body]))
        return sendRefusal(
          reply,
          refused('invalid_request', { meaning: 'A text has a NUL character, or half a character.' }),
        )
      const query = (endpoint.query ?? noQuerySchema).safeParse(request.query)
      if (!query.success) return sendRefusal(reply, invalidInput(query.error, request.query))
      const body =
        emptyBody.success && isBlank(request.body) ? emptyBody : endpoint.body.safeParse(request.body ?? undefined)
      if (!body.success) return sendRefusal(reply, invalidInput(body.error, request.body))
      const complaint =
        isForPrograms(endpoint) &&
        ((isQueryRead(endpoint) ? complaintOfMisread('The query', request.query, query.data) : null) ??
          complaintOfMisread('The body', request.body, body.data))
      if (complaint) return sendRefusal(reply, refused('invalid_request', { meaning: complaint }))
      const call: Call<E> = {
        params: params.data as ParamsOf<E>,
        query: query.data as QueryOf<E>,
        body: body.data as BodyOf<E>,
        viewer: request.viewer,
        session: request.session,
        welcomeViewer: () => request.welcomeViewer(),
        // The signal is created on demand, because most handlers never read it.
        get signal() {
          return hangUpSignal(reply)
        },
        request,
        reply,
      }
      // IP addresses share the resources, and not viewers, because anybody can have any number of cookies.
      const outcome = await rationedBy(ipAddressBlock(request.ip ?? ''), () =>
        withRequestContext(requestContextOf(request), () => handler(call)),
      )
      if (outcome === ANSWERED) return reply
      if (!outcome.ok) return sendRefusal(reply, outcome)
      // A handler may have set another status, such as 503 for failing health.
      if (reply.statusCode === 200) reply.code(endpoint.status)
      return reply.header('cache-control', 'private, no-store').send(outcome.value)
    },
  })
}

/**
 * Whether programs call an endpoint. Their unknown fields are refused, because a misspelt option would be dropped
 * silently.
 */
const isForPrograms = (endpoint: Endpoint): boolean =>
  isAllowedForKeys(endpoint) || endpoint.path.startsWith('/api/user/webhooks')

const isQueryRead = ({ method, query }: Endpoint): boolean => method !== 'GET' || query !== undefined

/** Whether a stranger calls an endpoint that a server for accounts only refuses to strangers. */
const isRefusedToStrangers = ({ alwaysOpen }: Endpoint, { viewer }: FastifyRequest): boolean =>
  !alwaysOpen && isStranger(viewer)

declare module 'fastify' {
  interface FastifyInstance {
    /** Refusal for strangers where the server is for accounts only; null where it is public. */
    admitStranger(): Promise<Refused | null>
  }
}

/** Serves an endpoint for people with an account. Anybody else is refused before their input is parsed. */
export function signedInRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, { session: AccountSession }>,
  options: RouteOptions = {},
): void {
  const handleAndLog = async (call: Call<E>) => {
    const signedInCall = call as Call<E> & { session: AccountSession }
    const outcome = await handler(signedInCall)
    if (endpoint.method !== 'GET' && outcome !== ANSWERED && outcome.ok)
      logAction(call.request, signedInCall.session.account.id)
    return outcome
  }
  route(app, endpoint, handleAndLog, {
    ...options,
    admit: ({ session }) => (session ? null : refused('not_signed_in')),
  })
}

/**
 * Serves an endpoint for admins; `by` is the id of the admin's account. Anybody else is refused before their input is
 * parsed.
 */
export function adminRoute<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps<'database'>,
  endpoint: E,
  handler: Handler<E, { by: string }>,
): void {
  const handleAsAdmin = (call: Call<E>) => {
    if (!call.session) throw new Error('An admin without a session.')
    return handler(Object.assign(call, { by: call.session.account.id }))
  }
  route(app, endpoint, handleAsAdmin, { admit: ({ session }) => admitAdmin(deps, session) })
}

export function donePage<T>(reply: FastifyReply, { rows, total }: RowPage<T>): Outcome<T[]> {
  reply.header('x-total-count', String(total))
  return done(rows)
}

export function requestContextOf({ id, span }: FastifyRequest): RequestContext {
  return { requestId: id, ...(span?.traceparent && { traceparent: span.traceparent }) }
}

/**
 * Whether a text has a NUL or an unpaired surrogate, which PostgreSQL cannot store. Not recursive, because a body may
 * be deep.
 */
function hasUnstorableText(body: unknown): boolean {
  const values = [body]
  while (values.length > 0) {
    const value = values.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value === 'object' && value !== null) values.push(...Object.values(value))
  }
  return false
}

const invalidInput = (error: z.ZodError, input: unknown): Refused =>
  refused('invalid_request', { meaning: complaintOf(error, input) })

/** Signal that aborts when the caller hangs up. It listens to the response, because one socket carries many calls. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The caller hung up.'))
  })
  return controller.signal
}
