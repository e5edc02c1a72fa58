import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { jsonIn } from '@kerf/domain/text/json-in'
import type { z } from 'zod'
import type { AnswerOf, BodyInput, Endpoint } from './endpoint.ts'
import { errorBody } from './error-body.ts'

/** A call that did not end well. `message` is the status, a colon and the answer's text, as the specification words it. */
export class ApiError extends Error {
  readonly status: number
  /** null when this client does not know it: a newer server's, or none, as on a proxy's page. */
  readonly code: ErrorCode | null
  readonly sentence: string | null
  /** The nearest cause, which a newer server may name as this client does not know. */
  readonly reason: string | null
  /** What the reason names. */
  readonly about: string
  /** Whether the sentence says more than the code does. */
  readonly isSpecific: boolean
  readonly text: string
  readonly details: string | null
  readonly retryAfterSeconds: number | null

  constructor(status: number, text: string, retryAfterSeconds: number | null) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.text = text
    this.retryAfterSeconds = retryAfterSeconds
    const { error, code, specific, reason, about, details } = Object(jsonIn(text))
    this.code = errorBody.shape.code.safeParse(code).data ?? null
    this.sentence = textOf(error)
    this.reason = textOf(reason)
    this.about = textOf(about) ?? ''
    this.isSpecific = specific === true
    this.details = textOf(details)
  }

  static async from(response: Response, signal?: AbortSignal): Promise<ApiError> {
    const text = (await textIn(response, signal)) || response.statusText
    return new ApiError(response.status, text, retryAfter(response))
  }
}

/** The call never got an answer: no network, or the server is gone. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

export interface CallInput<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: BodyInput<E>
  signal?: AbortSignal
}

export interface Page<Item> {
  items: Item[]
  total: number
}

export const TOTAL_COUNT_HEADER = 'x-total-count'

/** Calls the API with cookies; answers what the contract says, or throws ApiError, OfflineError or the signal's reason. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  fetchFn: typeof fetch = fetch,
): Promise<AnswerOf<E>> {
  const response = await answerTo(endpoint, input, fetchFn)
  const text = await textIn(response, input.signal)
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>
}

/** Calls a list that answers one page as a plain array, and its whole length in a header. */
export async function callApiPage<Item>(
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType<Item[]>>,
  input: Pick<CallInput<Endpoint>, 'params' | 'query' | 'signal'> = {},
  fetchFn: typeof fetch = fetch,
): Promise<Page<Item>> {
  const response = await answerTo(endpoint, input, fetchFn)
  const items = JSON.parse(await textIn(response, input.signal)) as Item[]
  const total = Number.parseInt(response.headers.get(TOTAL_COUNT_HEADER) ?? '', 10)
  return { items, total: Number.isNaN(total) ? items.length : total }
}

/** The good answer before it is read. @param accept the media type, where it is not JSON */
export async function answerTo<E extends Endpoint>(
  endpoint: E,
  { params, query, body, signal }: CallInput<E>,
  fetchFn: typeof fetch,
  accept?: string,
): Promise<Response> {
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...(accept && { accept }) }
  const response = await fetchFn(pathFor(endpoint, params) + queryString(query), {
    method: endpoint.method,
    credentials: 'include',
    ...(signal ? { signal } : {}),
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(unanswered(signal))
  if (!response.ok) throw await ApiError.from(response, signal)
  return response
}

/** A server may go away in the middle of an answer, too. */
const textIn = (response: Response, signal?: AbortSignal): Promise<string> => response.text().catch(unanswered(signal))

function unanswered(signal: AbortSignal | undefined): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted) throw signal.reason
    throw new OfflineError('No answer.', { cause: error })
  }
}

/** `/api/video/{id}` with its parameters filled in and escaped. */
export function pathFor(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/** `?search=anna&page=2`, or nothing. */
export function queryString(query: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
