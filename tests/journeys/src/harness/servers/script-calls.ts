import type { User } from '@kerf/contract/auth'
import { readCurrentUser } from '@kerf/contract/auth'
import type { AnswerOf, BodyOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import { ERROR_STATUS, type ErrorBody } from '@kerf/contract/protocol/error'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { ERROR_MEANINGS } from '@kerf/messages/error-meanings'
import type { ScriptedAnswer } from '../answered-requests.ts'
import type { Visit } from '../visit.ts'

/** A call of the page, parsed by the contract. */
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

type Reply<E extends Endpoint> = AnswerOf<E> | Refusal

/**
 * Answers one call of the contract in place of the server, for answers that a real server rarely gives. The contract
 * parses request and answer, so the page is tested against it. Returns the calls so far, in order.
 */
export async function scriptCall<E extends Endpoint>(
  visit: Visit,
  endpoint: E,
  answer: (call: ScriptedCall<E>, nth: number) => Reply<E> | Promise<Reply<E>>,
  headers: Record<string, string> = {},
): Promise<readonly ScriptedCall<E>[]> {
  const calls: ScriptedCall<E>[] = []
  const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  await visit.answer(
    `*${endpoint.path.replace(/\{\w+\}/g, '*')}*`,
    async (request): Promise<ScriptedAnswer | undefined> => {
      const url = new URL(request.url())
      const match = pattern.exec(url.pathname)
      if (!match || request.method() !== endpoint.method) return undefined
      const requestBody = request.postData()
      const call: ScriptedCall<E> = {
        params: { ...match.groups },
        query: url.searchParams,
        body: endpoint.body.parse(requestBody ? JSON.parse(requestBody) : undefined) as BodyOf<E>,
      }
      endpoint.query?.strict().parse(Object.fromEntries(url.searchParams))
      calls.push(call)
      const reply = await answer(call, calls.length)
      if (isRefusal(reply)) return refusalAnswer(reply)
      if (endpoint.status === 204) return { status: 204 }
      return { status: endpoint.status, json: endpoint.answer.parse(reply), headers }
    },
  )
  return calls
}

/** An empty answer, which only confirms the call. */
export const NOTHING: Record<string, never> = {}

/** Signs the visitor in as this user, from the next page load on. */
export async function signedInAs(visit: Visit, user: User): Promise<void> {
  const { origin } = new URL(visit.page.url())
  await visit.context.addCookies([{ name: 'kerf_signed_in', value: '1', url: origin }])
  await scriptCall(visit, readCurrentUser, () => user)
}

/** Scripts the answer to a sign-in and the current user, which the page reads every ten seconds. */
export async function signInAs(visit: Visit, user = exampleUser()): Promise<{ user: User }> {
  await signedInAs(visit, user)
  return { user }
}

export function exampleUser(changes: Partial<User> = {}): User {
  return {
    id: 'u5erAAAAAAAAAAAAAAAAAA',
    name: 'Anna Example',
    username: 'anna',
    email: 'anna@example.org',
    emailVerified: true,
    secondFactor: false,
    role: 'user',
    subscription: 'free',
    subscriptionExpiresAt: null,
    isActive: true,
    createdAt: '2026-03-02T09:00:00.000Z',
    lastActive: '2026-11-20T18:30:00.000Z',
    ...changes,
  }
}

const isRefusal = (reply: unknown): reply is Refusal => typeof reply === 'object' && reply !== null && 'refuse' in reply

interface RefusalAnswer {
  status: number
  headers: Record<string, string>
  json: ErrorBody
}

function refusalAnswer({ refuse, error, details, retryAfterSeconds }: Refusal): RefusalAnswer {
  return {
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    status: ERROR_STATUS[refuse],
    json: {
      error: error ?? ERROR_MEANINGS[refuse],
      code: refuse,
      ...(error === undefined ? {} : { specific: true }),
      ...(details ? { details } : {}),
    },
  }
}
