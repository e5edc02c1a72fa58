import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { z } from 'zod'
import { emptyBody, noBody, noParams } from './identifier.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Definition of one call of the API, for the server, the client and the OpenAPI document. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> {
  method: Method
  /** Path with parameters in braces: `/api/video/{id}/trim` */
  path: string
  summary: string
  params: Params
  /** Query parameters. All are optional, and text on the wire. */
  query?: Query
  /** Body schema; `z.undefined()` for calls without a body. */
  body: Body
  answer: Answer
  status: 200 | 202 | 204
  /** Media types of the answer if it is a file and not JSON. */
  file?: string | readonly string[]
  refusals: readonly ErrorCode[]
  /** Whether visitors without an account may make this call on every server. For other calls the access mode decides. */
  alwaysOpen?: boolean
}

/** Fields with defaults: no parameters, no or an empty body, no refusals, status 200, or 204 without an answer. */
type OptionalField = 'params' | 'query' | 'body' | 'answer' | 'status' | 'file' | 'refusals' | 'alwaysOpen'

/** Defines a call. @param call method and path: `GET /api/video/{id}` */
export function endpoint<
  Params extends z.ZodType = typeof noParams,
  Body extends z.ZodType = typeof emptyBody,
  Answer extends z.ZodType = typeof noBody,
  Query extends z.ZodObject = z.ZodObject,
>(
  call: `${Method} /${string}`,
  definition: Pick<Endpoint, 'summary'> & Partial<Pick<Endpoint<Params, Body, Answer, Query>, OptionalField>>,
): Endpoint<Params, Body, Answer, Query> {
  const [method, path] = call.split(' ')
  const status = definition.answer ? 200 : 204
  const body = method === 'POST' ? emptyBody : noBody
  const { alwaysOpen = false, refusals: ownRefusals = [] } = definition
  // Calls that always need a session refuse visitors with `not_signed_in`, so `accounts_only` is not added.
  const refusals = alwaysOpen || ownRefusals.includes('not_signed_in') ? ownRefusals : [...ownRefusals, 'accounts_only']
  const defaults = { method, path, params: noParams, body, answer: noBody, status }
  return { ...defaults, ...definition, refusals } as unknown as Endpoint<Params, Body, Answer, Query>
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type BodyInput<E extends Endpoint> = z.input<E['body']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
