import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { z } from 'zod'
import { emptyBody, noParams, nothing } from './identifier.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the API: what goes in, what comes out, what can be refused. The server, the client and the document come from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> {
  method: Method
  /** With parameters in braces, as OpenAPI writes them: `/api/video/{id}/trim` */
  path: string
  summary: string
  params: Params
  /** What may stand behind the question mark, all of it optional; text on the wire. */
  query?: Query
  /** `z.undefined()` for calls without one. */
  body: Body
  answer: Answer
  status: 200 | 202 | 204
  /** What is sent instead of JSON: a file of one of these media types. */
  file?: string | readonly string[]
  refusals: readonly ErrorCode[]
  /** Strangers may call it on every server. All other calls need an account where the server is not public. */
  alwaysOpen?: boolean
}

/** Left out: no parameters, no body or an empty one, no refusals, and status 200; without an answer, status 204. */
type Optional = 'params' | 'query' | 'body' | 'answer' | 'status' | 'file' | 'refusals' | 'alwaysOpen'

/** One call, by its method and path: `GET /api/video/{id}`. */
export function endpoint<
  Params extends z.ZodType = typeof noParams,
  Body extends z.ZodType = typeof emptyBody,
  Answer extends z.ZodType = typeof nothing,
  Query extends z.ZodObject = z.ZodObject,
>(
  call: `${Method} /${string}`,
  definition: Pick<Endpoint, 'summary'> & Partial<Pick<Endpoint<Params, Body, Answer, Query>, Optional>>,
): Endpoint<Params, Body, Answer, Query> {
  const [method, path] = call.split(' ')
  const status = definition.answer ? 200 : 204
  const body = method === 'POST' ? emptyBody : nothing
  const { alwaysOpen = false, refusals: own = [] } = definition
  // What needs a session on every server says so itself.
  const refusals = alwaysOpen || own.includes('not_signed_in') ? own : [...own, 'accounts_only']
  const usual = { method, path, params: noParams, body, answer: nothing, status }
  return { ...usual, ...definition, refusals } as unknown as Endpoint<Params, Body, Answer, Query>
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type BodyInput<E extends Endpoint> = z.input<E['body']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
