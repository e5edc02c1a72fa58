import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { PaymentProviderError } from '../../ports/payments.ts'
import { SourceReadError } from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { createSharedWork } from '../shared-work.ts'

export interface PaypalClientOptions {
  apiUrl: URL
  clientId: string
  clientSecret: string
  fetcher: GuardedFetcher
  clock: Clock
  /** For a call as a whole: the token it may need, and being asked again, included. */
  callMilliseconds?: number | undefined
}

interface PaypalCall {
  method: 'GET' | 'POST'
  path: string
  /** JSON. */
  body?: string
  /** For writes: the same id is carried out once. */
  requestId?: string
  headers?: Readonly<Record<string, string>>
}

export interface PaypalAnswer {
  status: number
  /** Parsed JSON, unchecked; null when it is invalid. What a parser says about that would quote tokens. */
  body: unknown
}

const CALL_MILLISECONDS = 15_000
/** An order with its captures has a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024

const tokenAnswer = z.object({ access_token: z.string().min(1).max(8192), expires_in: z.number().positive() })

/** PayPal's calls, with everything that any of them needs. All throw PaymentProviderError when no whole answer came. */
export function createPaypalClient(options: PaypalClientOptions) {
  const { apiUrl, clientId, clientSecret, fetcher, clock, callMilliseconds = CALL_MILLISECONDS } = options
  const login = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const accessToken = createAccessToken((signal) => fetchToken({}, signal), clock)

  async function fetchToken(request: Record<string, string>, signal: AbortSignal): Promise<FetchedToken> {
    const { status, body } = await exchange(
      {
        method: 'POST',
        path: '/v1/oauth2/token',
        body: new URLSearchParams({ grant_type: 'client_credentials', ...request }).toString(),
        headers: { authorization: login, 'content-type': 'application/x-www-form-urlencoded' },
      },
      signal,
    )
    if (status === 401) throw new LoginRefusedError('PayPal does not know the client id, or not with this secret.')
    const answer = status === 200 ? tokenAnswer.safeParse(body).data : undefined
    if (!answer) throw new PaymentProviderError(`PayPal gave no token, but status ${status}.`)
    return { token: answer.access_token, lastsSeconds: answer.expires_in }
  }

  async function authorised(call: PaypalCall, signal: AbortSignal): Promise<PaypalAnswer & { token: string }> {
    const token = await accessToken.get(signal)
    const headers = {
      ...call.headers,
      authorization: `Bearer ${token}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.requestId === undefined ? {} : { 'paypal-request-id': call.requestId }),
    }
    return { token, ...(await exchange({ ...call, headers }, signal)) }
  }

  /** Repeated once when the connection broke, as kept-alive ones do. Writes have a request id. */
  async function exchange(call: PaypalCall, signal: AbortSignal): Promise<PaypalAnswer> {
    try {
      return await exchangeOnce(call, signal)
    } catch (error) {
      if (!(error instanceof SourceReadError) || error.code !== 'source_failed') throw error
      return exchangeOnce(call, signal)
    }
  }

  async function exchangeOnce({ method, path, body = '', headers }: PaypalCall, signal: AbortSignal) {
    const request = {
      headers: { accept: 'application/json', ...headers },
      maxBytes: MAX_ANSWER_BYTES,
      signal,
      allowHost: (host: string) => host === apiUrl.hostname.replace(/^\[|\]$/g, ''),
    }
    const url = new URL(path, apiUrl).href
    const response = await (method === 'POST' ? fetcher.post(url, { ...request, body }) : fetcher.get(url, request))
    return { status: response.status, body: jsonIn(new TextDecoder().decode(await response.bytes())) }
  }

  /** Nothing of what was sent or answered goes into the error, only what was wanted and why it did not work. */
  async function bounded<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(AbortSignal.timeout(callMilliseconds))
    } catch (error) {
      if (error instanceof PaymentProviderError) throw error
      throw new PaymentProviderError(`PayPal could not be asked: ${what}.`, { cause: error })
    }
  }

  return {
    /** Any status is an answer. */
    call: (call: PaypalCall) =>
      bounded(`${call.method} ${call.path}`, async (signal) => {
        const first = await authorised(call, signal)
        if (first.status !== 401) return first
        // Ended before its time, or taken back.
        accessToken.forget(first.token)
        return authorised(call, signal)
      }),
    /** Whether PayPal lets us in; it is asked only while that is not known. */
    checkLogin: createLoginCheck(() => bounded('a token', (signal) => accessToken.get(signal)), clock),
    /** What lets a browser load PayPal's script, and do nothing else. */
    fetchClientToken: () =>
      bounded('a client token', async (signal) => {
        const { token } = await fetchToken({ response_type: 'client_token' }, signal)
        return token
      }),
  }
}

/** After a failure PayPal is asked again only this often. */
const ASK_AGAIN_MILLISECONDS = 60_000

/** PayPal has answered that it does not know the client id, or not with this secret. */
class LoginRefusedError extends PaymentProviderError {
  override name = 'LoginRefusedError'
}

/** Whether PayPal lets us in. `logIn` is at no cost while an earlier answer to it still holds. */
function createLoginCheck(logIn: () => Promise<unknown>, clock: Clock): () => Promise<boolean> {
  let failed: { error: unknown; at: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (failed && now - failed.at < ASK_AGAIN_MILLISECONDS) return answerTo(failed.error)
    try {
      await logIn()
      failed = null
      return true
    } catch (error) {
      failed = { error, at: now }
      return answerTo(error)
    }
  }
}

function answerTo(error: unknown): false {
  if (error instanceof LoginRefusedError) return false
  throw error
}

/** A token is given up this long before its end, so that none ends on its way. */
const MARGIN_SECONDS = 60

interface FetchedToken {
  token: string
  /** From when it was asked for. */
  lastsSeconds: number
}

function createAccessToken(fetchToken: (signal: AbortSignal) => Promise<FetchedToken>, clock: Clock) {
  let cached: { token: string; until: number } | null = null
  const fetching = createSharedWork(async (_key, signal) => {
    const askedAt = clock.now().getTime()
    const { token, lastsSeconds } = await fetchToken(signal)
    const margin = Math.min(MARGIN_SECONDS, lastsSeconds / 2)
    cached = { token, until: askedAt + (lastsSeconds - margin) * 1_000 }
    return token
  })
  return {
    /** One that still lasts; however many ask, one is fetched. Throws what fetching throws, or the signal's reason. */
    get: async (signal: AbortSignal) =>
      cached && clock.now().getTime() < cached.until ? cached.token : fetching.join('token', signal),
    /** It was refused: it is not given out again. */
    forget: (token: string) => {
      if (cached?.token === token) cached = null
    },
  }
}
