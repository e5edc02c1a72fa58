import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@kerf/contract/protocol/endpoint'
import { isForKeys } from '@kerf/contract/protocol/for-keys'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FoundSession } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Page } from '../../ports/page.ts'
import { rationedBy } from '../../ports/rationed-by.ts'
import { type RequestContext, withRequestContext } from '../../ports/request-context.ts'
import type { Deps } from '../../use-cases/shared/deps.ts'
import { admitAdmin } from '../../use-cases/shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../../use-cases/shared/outcome.ts'
import { logAction } from '../logs/security-log.ts'
import { complaintOf, complaintOfMisread } from './complaint.ts'
import { isBlank } from './json-body.ts'
import { sendRefusal } from './refusal.ts'

/** Of reads that take none, nothing behind the question mark is looked at. */
const noQuery = z.object({})

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Who asks: signed in or known by a cookie; null for a stranger who has started nothing yet. */
  viewer: ViewerRecord | null
  session: FoundSession | null
  /** The viewer, made known by a new cookie if need be. */
  welcomeViewer(): Promise<ViewerRecord>
  signal: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler that has answered for itself, with a file. */
export const ANSWERED = Symbol('answered')

export type Handler<E extends Endpoint, More = unknown> = (
  call: Call<E> & More,
) => Promise<Outcome<AnswerOf<E>> | typeof ANSWERED> | Outcome<AnswerOf<E>>

export interface RouteOptions {
  /** Calls of one address a minute; the server's general limit when left out. */
  callsPerMinute?: number
  /** The handler knows a better word for text that cannot be meant. */
  acceptsAnyText?: boolean
  /** Who may call at all; anybody else is refused before what they sent is looked at. */
  admit?: (request: FastifyRequest) => Refused | null | Promise<Refused | null>
}

/** A password is checked with a deliberately slow function: what one address can make us work is bounded. */
export const PASSWORD_CALLS = { callsPerMinute: 60 }

/** Serves one call of the contract: parse, ask the handler, answer. No decision is made here. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  const noBody = endpoint.body.safeParse(undefined)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(options.callsPerMinute ? { config: { rateLimit: { max: options.callsPerMinute, timeWindow: 60_000 } } } : {}),
    handler: async (request, reply) => {
      if (request.isByKey && !isForKeys(endpoint)) return sendRefusal(reply, refused('not_by_key'))
      const shut =
        (await options.admit?.(request)) ?? (isForAccounts(endpoint, request) ? await app.admitStranger() : null)
      if (shut) return sendRefusal(reply, shut)
      const params = endpoint.params.safeParse(request.params)
      // An id of the wrong shape is an id that does not exist; saying more would help only those who guess.
      if (!params.success) return sendRefusal(reply, refused('not_found'))
      if (!options.acceptsAnyText && hasUnkeepableText([request.query, request.body]))
        return sendRefusal(
          reply,
          refused('invalid_request', { meaning: 'A text has a NUL character, or half a character.' }),
        )
      const query = (endpoint.query ?? noQuery).safeParse(request.query)
      if (!query.success) return sendRefusal(reply, unfit(query.error, request.query))
      const body = noBody.success && isBlank(request.body) ? noBody : endpoint.body.safeParse(request.body ?? undefined)
      if (!body.success) return sendRefusal(reply, unfit(body.error, request.body))
      const misread =
        isForPrograms(endpoint) &&
        ((isQueryRead(endpoint) ? complaintOfMisread('The query', request.query, query.data) : null) ??
          complaintOfMisread('The body', request.body, body.data))
      if (misread) return sendRefusal(reply, refused('invalid_request', { meaning: misread }))
      const call: Call<E> = {
        params: params.data as ParamsOf<E>,
        query: query.data as QueryOf<E>,
        body: body.data as BodyOf<E>,
        viewer: request.viewer,
        session: request.session,
        welcomeViewer: () => request.welcomeViewer(),
        // Most calls are answered before anybody could hang up, and never ask.
        get signal() {
          return hangUpSignal(reply)
        },
        request,
        reply,
      }
      // Shared resources are rationed by IP address, because anybody can have any number of cookies.
      const outcome = await rationedBy(addressBlock(request.ip ?? ''), () =>
        withRequestContext(requestContextOf(request), () => handler(call)),
      )
      if (outcome === ANSWERED) return reply
      if (!outcome.ok) return sendRefusal(reply, outcome)
      // A handler may have set another status for the same answer: 503 for the health of a sick server.
      if (reply.statusCode === 200) reply.code(endpoint.status)
      return reply.header('cache-control', 'private, no-store').send(outcome.value)
    },
  })
}

/** What a program misspells would be left out of its clips in silence. Forms of accounts may send more: a password twice, for instance. */
const isForPrograms = (endpoint: Endpoint): boolean =>
  isForKeys(endpoint) || endpoint.path.startsWith('/api/user/webhooks')

const isQueryRead = ({ method, query }: Endpoint): boolean => method !== 'GET' || query !== undefined

/** What the contract does not open to everybody is for people with an account, where the server is for them alone. */
const isForAccounts = ({ alwaysOpen }: Endpoint, { viewer }: FastifyRequest): boolean =>
  !alwaysOpen && (viewer === null || viewer.kind === 'anonymous')

declare module 'fastify' {
  interface FastifyInstance {
    /** null: this server is for everybody. Asked for calls that are not open on every server. */
    admitStranger(): Promise<Refused | null>
  }
}

/** A call for people with an account; anybody else is refused before their input is parsed. */
export function signedInRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, { session: FoundSession }>,
  options: RouteOptions = {},
): void {
  const noted = async (call: Call<E>) => {
    const known = call as Call<E> & { session: FoundSession }
    const outcome = await handler(known)
    if (endpoint.method !== 'GET' && outcome !== ANSWERED && outcome.ok)
      logAction(call.request, known.session.account.id)
    return outcome
  }
  route(app, endpoint, noted, { ...options, admit: ({ session }) => (session ? null : refused('not_signed_in')) })
}

/** A call for admins; `by` is the admin's account. Anybody else is refused before their input is parsed. */
export function adminRoute<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps<'database'>,
  endpoint: E,
  handler: Handler<E, { by: string }>,
): void {
  const made = (call: Call<E>) => {
    if (!call.session) throw new Error('An admin without a session.')
    return handler(Object.assign(call, { by: call.session.account.id }))
  }
  route(app, endpoint, made, { admit: ({ session }) => admitAdmin(deps, session) })
}

export function donePage<T>(reply: FastifyReply, { rows, total }: Page<T>): Outcome<T[]> {
  reply.header('x-total-count', String(total))
  return done(rows)
}

export function requestContextOf({ id, span }: FastifyRequest): RequestContext {
  return { requestId: id, ...(span?.traceparent && { traceparent: span.traceparent }) }
}

/** No text that a person means has a NUL or half a character in it, and PostgreSQL keeps neither. Without recursion: a body may be deep. */
function hasUnkeepableText(body: unknown): boolean {
  const values = [body]
  while (values.length > 0) {
    const value = values.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value === 'object' && value !== null) values.push(...Object.values(value))
  }
  return false
}

const unfit = (error: z.ZodError, input: unknown): Refused =>
  refused('invalid_request', { meaning: complaintOf(error, input) })

/** Listens to the answer, not to the socket: one connection carries many calls, and each would leave its listener there. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The caller hung up.'))
  })
  return controller.signal
}
