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
  /** Timeout of a whole call, including the token that it may need and its repetition. */
  callMilliseconds?: number | undefined
}

interface PaypalCall {
  method: 'GET' | 'POST'
  path: string
  /** JSON. */
  body?: string
  /** Id of a write. PayPal carries out each id only once. */
  requestId?: string
  headers?: Readonly<Record<string, string>>
}

export interface PaypalAnswer {
  status: number
  /** Parsed JSON, not validated; null when invalid. The parser's message is dropped, because it may quote tokens. */
  body: unknown
}

const CALL_TIMEOUT_MILLISECONDS = 15_000
/** Maximum size of a response. An order with its captures has a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024

const tokenAnswerSchema = z.object({ access_token: z.string().min(1).max(8192), expires_in: z.number().positive() })

/** Calls PayPal with token, timeout and repetition. All calls throw PaymentProviderError without a complete answer. */
export function createPaypalClient(options: PaypalClientOptions) {
  const { apiUrl, clientId, clientSecret, fetcher, clock, callMilliseconds = CALL_TIMEOUT_MILLISECONDS } = options
  const loginHeader = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const accessToken = createAccessToken((signal) => fetchToken({}, signal), clock)

  async function fetchToken(request: Record<string, string>, signal: AbortSignal): Promise<FetchedToken> {
    const { status, body } = await exchange(
      {
        method: 'POST',
        path: '/v1/oauth2/token',
        body: new URLSearchParams({ grant_type: 'client_credentials', ...request }).toString(),
        headers: { authorization: loginHeader, 'content-type': 'application/x-www-form-urlencoded' },
      },
      signal,
    )
    if (status === 401) throw new LoginRefusedError('PayPal does not know the client id, or not with this secret.')
    const answer = status === 200 ? tokenAnswerSchema.safeParse(body).data : undefined
    if (!answer) throw new PaymentProviderError(`PayPal gave no token, but status ${status}.`)
    return { token: answer.access_token, lastsSeconds: answer.expires_in }
  }

  async function callAuthorised(call: PaypalCall, signal: AbortSignal): Promise<PaypalAnswer & { token: string }> {
    const token = await accessToken.get(signal)
    const headers = {
      ...call.headers,
      authorization: `Bearer ${token}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.requestId === undefined ? {} : { 'paypal-request-id': call.requestId }),
    }
    return { token, ...(await exchange({ ...call, headers }, signal)) }
  }

  /** Repeats a call once after a broken connection, as happens with keep-alive. The request id makes writes safe. */
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

  /** Runs a call within its timeout. The error names the call and the cause, and quotes no request and no answer. */
  async function withTimeout<T>(callName: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(AbortSignal.timeout(callMilliseconds))
    } catch (error) {
      if (error instanceof PaymentProviderError) throw error
      throw new PaymentProviderError(`PayPal could not be asked: ${callName}.`, { cause: error })
    }
  }

  return {
    /** Makes a call; any status is an answer. */
    call: (call: PaypalCall) =>
      withTimeout(`${call.method} ${call.path}`, async (signal) => {
        const answer = await callAuthorised(call, signal)
        if (answer.status !== 401) return answer
        // The token ended early or was revoked.
        accessToken.forget(answer.token)
        return callAuthorised(call, signal)
      }),
    /** Whether PayPal accepts our credentials. Calls PayPal only without a valid token. */
    checkLogin: createLoginCheck(() => withTimeout('a token', (signal) => accessToken.get(signal)), clock),
    /** A token with which a browser may only load PayPal's script. */
    fetchClientToken: () =>
      withTimeout('a client token', async (signal) => {
        const { token } = await fetchToken({ response_type: 'client_token' }, signal)
        return token
      }),
  }
}

/** Minimum time from a failed login to the next attempt. */
const LOGIN_RETRY_DELAY_MILLISECONDS = 60_000

/** PayPal does not know the client id, or not with this secret. */
class LoginRefusedError extends PaymentProviderError {
  override name = 'LoginRefusedError'
}

/** Checks whether PayPal accepts our credentials. `logIn` makes no call while a token is valid. */
function createLoginCheck(logIn: () => Promise<unknown>, clock: Clock): () => Promise<boolean> {
  let lastFailure: { error: unknown; at: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (lastFailure && now - lastFailure.at < LOGIN_RETRY_DELAY_MILLISECONDS) return falseIfRefused(lastFailure.error)
    try {
      await logIn()
      lastFailure = null
      return true
    } catch (error) {
      lastFailure = { error, at: now }
      return falseIfRefused(error)
    }
  }
}

function falseIfRefused(error: unknown): false {
  if (error instanceof LoginRefusedError) return false
  throw error
}

/** A token is replaced this long before its end, so that none ends during a call. */
const MARGIN_SECONDS = 60

interface FetchedToken {
  token: string
  /** Lifetime, from the time of the request for the token. */
  lastsSeconds: number
}

function createAccessToken(fetchToken: (signal: AbortSignal) => Promise<FetchedToken>, clock: Clock) {
  let cachedToken: { token: string; until: number } | null = null
  const tokenRequests = createSharedWork(async (_key, signal) => {
    const requestedAt = clock.now().getTime()
    const { token, lastsSeconds } = await fetchToken(signal)
    const margin = Math.min(MARGIN_SECONDS, lastsSeconds / 2)
    cachedToken = { token, until: requestedAt + (lastsSeconds - margin) * 1_000 }
    return token
  })
  return {
    /** A valid token. Concurrent callers share one request. Throws its error, or the signal's reason. */
    get: async (signal: AbortSignal) =>
      cachedToken && clock.now().getTime() < cachedToken.until
        ? cachedToken.token
        : tokenRequests.join('token', signal),
    /** Drops a token that PayPal refused. */
    forget: (token: string) => {
      if (cachedToken?.token === token) cachedToken = null
    },
  }
}
