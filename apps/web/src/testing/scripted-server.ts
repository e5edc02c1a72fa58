import { readCurrentUser, type User } from '@kerf/contract/auth'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import { expect, vi } from 'vitest'
import { type AccountScript, accountAnswers, plansAnswer } from './examples/account-answers.ts'
import { type AppRequest, type CallScript, callScript, type ScriptedCall, type ScriptedReply } from './scripted-call.ts'

/**
 * Answers a request. Undefined passes it on to an earlier handler; a thrown LostConnection leaves it without an answer.
 */
type RequestHandler = (request: AppRequest) => Response | undefined | Promise<Response | undefined>

/** The error that `fetch` throws if it gets no answer. */
export class LostConnection extends TypeError {
  constructor() {
    super('Failed to fetch')
  }
}

/** The browser's own `fetch`, for object URLs. */
export const networkFetch = fetch.bind(globalThis)

let handlers: readonly RequestHandler[] = []
let requests: AppRequest[] = []
let faults: string[] = []
let answersReleased: Promise<void> = Promise.resolve()

/** Puts the scripted server in the place of the network. A request that no handler answers fails the test. */
export function startScriptedServer(): void {
  handlers = [answerSampleFiles]
  requests = []
  faults = []
  answersReleased = Promise.resolve()
  vi.stubGlobal('fetch', fetchScripted)
  // Every page may read the plans.
  addScripts([plansAnswer()])
}

/** Answers 404 for the files of the sample, which only decorate the home page. */
const answerSampleFiles: RequestHandler = ({ url }) =>
  url.pathname.startsWith('/sample/') ? new Response(null, { status: 404 }) : undefined

/** The paths of all requests of the test so far. */
export const requestedPaths = (): string[] => requests.map(({ url }) => url.pathname)

/** Expects that every request was scripted, and that calls and answers were as the contract says. */
export function expectNoServerFaults(): void {
  expect(faults).toEqual([])
}

async function fetchScripted(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const request: AppRequest = {
    method: init.method ?? 'GET',
    url: new URL(String(input), location.href),
    body: typeof init.body === 'string' ? init.body : null,
  }
  const description = `${request.method} ${request.url.pathname}`
  requests.push(request)
  const answer = await Promise.race([findAnswer(request), abortOf(init.signal)]).catch((error: unknown) => {
    if (!(error instanceof LostConnection) && !init.signal?.aborted) faults.push(`${description}: ${error}`)
    throw error
  })
  await answersReleased
  init.signal?.throwIfAborted()
  if (answer) return answer
  faults.push(`${description} is not scripted`)
  throw new LostConnection()
}

/** Rejects when the app aborts the request. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function findAnswer(request: AppRequest): Promise<Response | undefined> {
  for (const handler of handlers) {
    const answer = await handler(request)
    if (answer) return answer
  }
  return undefined
}

/** Adds a handler, which is called before the earlier ones. Returns a function that removes it. */
export function answerRequests(handler: RequestHandler): () => void {
  handlers = [handler, ...handlers]
  return () => {
    handlers = handlers.filter((candidate) => candidate !== handler)
  }
}

/** Answers one call of the contract. Returns the calls so far, in order. */
export function scriptCall<E extends Endpoint>(
  endpoint: E,
  reply: ScriptedReply<E>,
  headers: Record<string, string> = {},
): readonly ScriptedCall<E>[] {
  const script = callScript(endpoint, reply, headers)
  addScripts([script])
  return script.calls
}

export function addScripts(scripts: readonly Pick<CallScript, 'handle'>[]): void {
  for (const { handle } of scripts)
    answerRequests(async (request) => {
      const answer = await handle(request)
      if (!answer) return undefined
      const { json, ...init } = answer
      return json === undefined ? new Response(null, init) : Response.json(json, init)
    })
}

/** Sets the cookie that makes the app request the signed-in user, from the next opened page on. */
export function markSignedIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie with a header.
  document.cookie = 'kerf_signed_in=1; path=/'
}

/** Makes this user the signed-in one, from the next opened page on. */
export function scriptUser(user: User): void {
  markSignedIn()
  scriptCall(readCurrentUser, () => user)
}

/** Signs a user in and answers every read of the account's pages, from the next opened page on. */
export function scriptAccount(script?: AccountScript): void {
  markSignedIn()
  addScripts(accountAnswers(script))
}

/** Holds matching requests until they are released. */
export function holdRequests(matches: (request: AppRequest) => boolean) {
  let count = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  answerRequests(async (request) => {
    if (!matches(request)) return undefined
    count += 1
    await promise
    return undefined
  })
  return { count: () => count, release: resolve }
}

/** Keeps all answers back while `work` runs, because a real network is slower than a double click. */
export async function withoutAnswers(work: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  answersReleased = promise
  await work()
  resolve()
}

/** Takes the connection away from the browser. Returns a function that gives it back. */
export function goOffline(): () => void {
  const setOnline = (isOnline: boolean): void => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }
  const reconnect = answerRequests(() => Promise.reject(new LostConnection()))
  setOnline(false)
  return () => {
    reconnect()
    setOnline(true)
  }
}
