import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { jsonIn } from '@kerf/domain/text/json-in'
import type { z } from 'zod'
import { BASE_PATH } from './base-path.ts'
import type { AnswerOf, BodyInput, Endpoint } from './endpoint.ts'
import { errorBody } from './error-body.ts'

/** Error of a refused or failed call. `message` is the status, a colon and the response text. */
export class ApiError extends Error {
  readonly status: number
  /** Error code; null if it is unknown (from a newer server) or missing (in a proxy's page). */
  readonly code: ErrorCode | null
  readonly sentence: string | null
  /** Name of the exact cause. A newer server may send unknown names. */
  readonly reason: string | null
  /** Value that is inserted into the sentence of the reason. */
  readonly about: string
  /** Whether the sentence is more specific than the sentence of the code. */
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
    this.sentence = nonEmptyText(error)
    this.reason = nonEmptyText(reason)
    this.about = nonEmptyText(about) ?? ''
    this.isSpecific = specific === true
    this.details = nonEmptyText(details)
  }

  static async from(response: Response, signal?: AbortSignal): Promise<ApiError> {
    const text = (await readText(response, signal)) || response.statusText
    return new ApiError(response.status, text, readRetryAfter(response))
  }
}

/** Error of a call without a response: no network, or no server. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

export interface CallInput<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: BodyInput<E>
  signal?: AbortSignal
}

export interface ListPage<Item> {
  items: Item[]
  total: number
}

export const TOTAL_COUNT_HEADER = 'x-total-count'

/** Calls the API with cookies and returns the answer. Throws ApiError, OfflineError or the signal's reason. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  fetchFn: typeof fetch = fetch,
): Promise<AnswerOf<E>> {
  const response = await fetchResponse(endpoint, input, fetchFn)
  const text = await readText(response, input.signal)
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>
}

/** Calls a paged list. The total comes from a header. Throws like callApi. */
export async function callApiPage<Item>(
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType<Item[]>>,
  input: Pick<CallInput<Endpoint>, 'params' | 'query' | 'signal'> = {},
  fetchFn: typeof fetch = fetch,
): Promise<ListPage<Item>> {
  const response = await fetchResponse(endpoint, input, fetchFn)
  const items = JSON.parse(await readText(response, input.signal)) as Item[]
  const total = Number.parseInt(response.headers.get(TOTAL_COUNT_HEADER) ?? '', 10)
  return { items, total: Number.isNaN(total) ? items.length : total }
}

/**
 * Returns the successful response with an unread body. Throws like callApi.
 * @param headers more headers, such as `range`
 */
export async function fetchResponse<E extends Endpoint>(
  endpoint: E,
  { params, query, body, signal }: CallInput<E>,
  fetchFn: typeof fetch,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetchFn(pathFor(endpoint, params) + queryString(query), {
    method: endpoint.method,
    credentials: 'include',
    ...(signal ? { signal } : {}),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(createOfflineThrower(signal))
  if (!response.ok) throw await ApiError.from(response, signal)
  return response
}

/** Body of a response. Throws OfflineError if the connection breaks. */
const readText = (response: Response, signal?: AbortSignal): Promise<string> =>
  response.text().catch(createOfflineThrower(signal))

function createOfflineThrower(signal: AbortSignal | undefined): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted) throw signal.reason
    throw new OfflineError('No answer.', { cause: error })
  }
}

/** The endpoint's path with escaped parameters. In a page, it begins with the base path of the server. */
export function pathFor(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return (
    BASE_PATH + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  )
}

/** Query of a URL, such as `?search=anna&page=2`; an empty text without parameters. */
export function queryString(query: Record<string, string | number | undefined> = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}

const nonEmptyText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
