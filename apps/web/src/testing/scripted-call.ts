import type { AnswerOf, BodyOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import { ERROR_STATUS } from '@kerf/contract/protocol/error'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { ERROR_MEANINGS } from '@kerf/messages/error-meanings'

// Answers to calls of the contract in place of the server, for tests of pages and for journeys.

/** A request of the app. */
export interface AppRequest {
  method: string
  url: URL
  body: string | null
}

/** A call of the app, parsed by the contract. */
export interface ScriptedCall<E extends Endpoint> {
  params: Record<string, string>
  query: URLSearchParams
  body: BodyOf<E>
}

export interface Refusal {
  refuse: ErrorCode
  /** Replaces the default sentence of the code. */
  error?: string
  details?: string
  retryAfterSeconds?: number
}

export type Reply<E extends Endpoint> = AnswerOf<E> | Refusal

export type ScriptedReply<E extends Endpoint> = (
  call: ScriptedCall<E>,
  callNumber: number,
) => Reply<E> | Promise<Reply<E>>

interface CallAnswer {
  status: number
  headers: Record<string, string>
  /** Absent for an answer without a body. */
  json?: unknown
}

/** An empty answer, which only confirms the call. */
export const EMPTY_ANSWER: Record<string, never> = {}

/** A call with its scripted answer. `calls` are the calls that the app has made so far, in order. */
export interface CallScript<E extends Endpoint = Endpoint> {
  endpoint: E
  calls: readonly ScriptedCall<E>[]
  /** Undefined for a request of another call. */
  handle: (request: AppRequest) => Promise<CallAnswer | undefined>
}

/** Answers one call of the contract. The contract parses request and answer, so the app is tested against it. */
export function callScript<E extends Endpoint>(
  endpoint: E,
  reply: ScriptedReply<E>,
  headers: Record<string, string> = {},
): CallScript<E> {
  const calls: ScriptedCall<E>[] = []
  const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  async function handle({ method, url, body }: AppRequest): Promise<CallAnswer | undefined> {
    const match = pattern.exec(url.pathname)
    if (!match || method !== endpoint.method) return undefined
    const call: ScriptedCall<E> = {
      params: { ...match.groups },
      query: url.searchParams,
      body: endpoint.body.parse(body ? JSON.parse(body) : undefined) as BodyOf<E>,
    }
    endpoint.query?.strict().parse(Object.fromEntries(url.searchParams))
    calls.push(call)
    const answer = await reply(call, calls.length)
    if (isRefusal(answer)) return refusalAnswer(answer)
    if (endpoint.status === 204) return { status: 204, headers: {} }
    return { status: endpoint.status, headers, json: endpoint.answer.parse(answer) }
  }
  return { endpoint, calls, handle }
}

const isRefusal = (reply: unknown): reply is Refusal => typeof reply === 'object' && reply !== null && 'refuse' in reply

function refusalAnswer({ refuse, error, details, retryAfterSeconds }: Refusal): CallAnswer {
  return {
    status: ERROR_STATUS[refuse],
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    json: {
      error: error ?? ERROR_MEANINGS[refuse],
      code: refuse,
      ...(error === undefined ? {} : { specific: true }),
      ...(details ? { details } : {}),
    },
  }
}
