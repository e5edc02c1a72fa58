import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { z } from 'zod'

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
  /** `z.undefined()` for calls without a body. */
  body: Body
  answer: Answer
  /** The status of a good answer. */
  status: 200 | 202 | 204
  /** What is sent instead of JSON: a file's media type. */
  file?: string
  refusals: readonly ErrorCode[]
}

export function endpoint<
  Params extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Query extends z.ZodObject,
>(definition: Endpoint<Params, Body, Answer, Query>): Endpoint<Params, Body, Answer, Query> {
  return definition
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type BodyInput<E extends Endpoint> = z.input<E['body']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
