import type { User } from '@kerf/contract/auth'
import { readCurrentUser } from '@kerf/contract/auth'
import type { AnswerOf, BodyOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import { ERROR_STATUS, type ErrorBody } from '@kerf/contract/protocol/error'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { ERROR_MEANINGS } from '@kerf/domain/errors/error-meanings'
import type { Answered } from '../answered-requests.ts'
import type { Visit } from '../visit.ts'

/** A call that the page made: what it sent, held against the contract. */
export interface ScriptedCall<E extends Endpoint> {
  params: Record<string, string>
  query: URLSearchParams
  body: BodyOf<E>
}

export interface Refusal {
  refuse: ErrorCode
  /** In place of the code's own sentence. */
  error?: string
  details?: string
  retryAfterSeconds?: number
}

type Reply<E extends Endpoint> = AnswerOf<E> | Refusal

/**
 * Answers one call of the contract in the server's place: for pages whose server side is not built yet, and for answers that
 * a real server gives only in rare hours. What comes in and what goes out is held against the contract, so that the page is
 * tested against the agreement and not against the test. Returns the list of calls so far, in order.
 */
export async function scriptCall<E extends Endpoint>(
  visit: Visit,
  endpoint: E,
  answer: (call: ScriptedCall<E>, nth: number) => Reply<E> | Promise<Reply<E>>,
  headers: Record<string, string> = {},
): Promise<readonly ScriptedCall<E>[]> {
  const calls: ScriptedCall<E>[] = []
  const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  await visit.answer(`*${endpoint.path.replace(/\{\w+\}/g, '*')}*`, async (asked): Promise<Answered | undefined> => {
    const url = new URL(asked.url())
    const found = pattern.exec(url.pathname)
    if (!found || asked.method() !== endpoint.method) return undefined
    const sent = asked.postData()
    const call: ScriptedCall<E> = {
      params: { ...found.groups },
      query: url.searchParams,
      body: endpoint.body.parse(sent ? JSON.parse(sent) : undefined) as BodyOf<E>,
    }
    endpoint.query?.strict().parse(Object.fromEntries(url.searchParams))
    calls.push(call)
    const reply = await answer(call, calls.length)
    if (isRefusal(reply)) return refusalAnswer(reply)
    if (endpoint.status === 204) return { status: 204 }
    return { status: endpoint.status, json: endpoint.answer.parse(reply), headers }
  })
  return calls
}

/** An answer that says no more than that it was done. */
export const NOTHING: Record<string, never> = {}

/** From the next page load on, the visitor is signed in as this person. */
export async function signedInAs(visit: Visit, user: User): Promise<void> {
  const { origin } = new URL(visit.page.url())
  await visit.context.addCookies([{ name: 'kerf_signed_in', value: '1', url: origin }])
  await scriptCall(visit, readCurrentUser, () => user)
}

/** The answer to a sign-in, whose user the page asks for again every ten seconds. */
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
