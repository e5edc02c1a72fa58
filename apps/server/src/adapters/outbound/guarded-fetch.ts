import type { IncomingHttpHeaders } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { SourceReadError } from '../../ports/sources.ts'
import { unlessAborted } from '../shared-work.ts'
import type { Destination } from './connection-trouble.ts'
import { type ExchangeLimits, type ExchangeWatch, unreadableError, watchExchange } from './exchange-watch.ts'
import { createDispatchers } from './outbound-dispatcher.ts'
import { type OutboundPolicy, OutboundRefusedError } from './outbound-policy.ts'
import { SourceAnswerError } from './source-answer-error.ts'

interface GuardedRequest {
  headers?: Readonly<Record<string, string>>
  maxBytes: number
  signal?: AbortSignal | undefined
  /** Narrows the policy for this request and its redirects, e.g. to one source's own hosts. */
  allowHost?: (host: string) => boolean
  /** Id of the outgoing IP address, also for redirects; '' or absent for the default one. */
  egress?: string | undefined
}

interface GuardedWrite extends GuardedRequest {
  body: string
}

export interface GuardedResponse {
  status: number
  /** Names in lower case. */
  headers: IncomingHttpHeaders
  url: URL
  /** The caller reads it or calls `discard`; otherwise the exchange ends as stalled. Throws SourceReadError. */
  body: AsyncIterable<Uint8Array>
  bytes(): Promise<Uint8Array>
  discard(): void
}

export interface GuardedFetcher {
  /**
   * A GET that follows redirects; any status is an answer. Throws the signal's reason or SourceReadError
   * (`source_failed`, `source_timeout`) with the nearest cause, the same for refused targets and unknown names.
   */
  get(url: string, request: GuardedRequest): Promise<GuardedResponse>
  /** A POST under the same rules. It follows no redirects, so that the body reaches its destination or nobody. */
  post(url: string, request: GuardedWrite): Promise<GuardedResponse>
  close(): Promise<void>
}

export interface GuardedFetcherOptions {
  policy: OutboundPolicy
  /** Certificates (PEM) of authorities to trust, in addition to the authorities of Node. */
  extraCaPem?: string | undefined
  limits?: Partial<ExchangeLimits>
  onReceived?: ((bytes: number) => void) | undefined
}

const MAX_REDIRECTS = 5
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]
const DEFAULT_LIMITS: ExchangeLimits = { totalMilliseconds: 300_000, stallMilliseconds: 20_000 }
/** Error for a redirect that is not followed; it reports the status. */
const redirectError = (why: string, { hostname }: URL, status: number): SourceAnswerError =>
  new SourceAnswerError('source_failed', `The source leads nowhere: ${why}.`, {
    trouble: { host: hostname, reason: 'status', about: String(status) },
  })

/** Opens connections to other people's machines. Apart from this, only the loopback proxy does. */
export function createGuardedFetcher(options: GuardedFetcherOptions): GuardedFetcher {
  const dispatchers = createDispatchers(options.policy, options.extraCaPem)
  const limits = { ...DEFAULT_LIMITS, ...options.limits }

  async function runWatched(
    address: string,
    request: GuardedRequest,
    exchange: (watch: ExchangeWatch) => Promise<FinalResponse>,
  ): Promise<GuardedResponse> {
    request.signal?.throwIfAborted()
    const watch = watchExchange(limits, request.signal)
    try {
      const { url, response } = await exchange(watch)
      return guardBody(url, response, request.maxBytes, watch, options.onReceived)
    } catch (error) {
      watch.stop()
      throw watch.explain(error, { host: URL.parse(address)?.hostname ?? '', isProxied: false })
    }
  }

  async function followRedirects(
    address: string,
    request: GuardedRequest,
    watch: ExchangeWatch,
  ): Promise<FinalResponse> {
    let url = new URL(address)
    let headers = { ...request.headers }
    for (let redirects = 0; ; redirects += 1) {
      const response = await requestOnce(url, { ...request, headers }, watch)
      const location = REDIRECT_STATUSES.includes(response.statusCode) ? response.headers.location : undefined
      if (typeof location !== 'string') return { url, response }
      response.body.on('error', () => {}).destroy()
      if (redirects === MAX_REDIRECTS) throw redirectError('too many redirects', url, response.statusCode)
      const nextUrl = new URL(location, url)
      if (url.protocol === 'https:' && nextUrl.protocol !== 'https:')
        throw redirectError('a redirect out of https', url, response.statusCode)
      if (nextUrl.origin !== url.origin) headers = harmlessHeaders(headers)
      url = nextUrl
    }
  }

  async function requestOnce(
    url: URL,
    { headers, allowHost, egress, body }: Partial<GuardedWrite>,
    watch: ExchangeWatch,
  ): Promise<Dispatcher.ResponseData> {
    const verdict = options.policy.judgeUrl(url, egress)
    const refusalError = (reason: string, target?: string) =>
      watch.explain(new OutboundRefusedError(reason, target), directTo(url))
    if (!verdict.allowed) throw refusalError(verdict.why, verdict.target)
    if (allowHost && !allowHost(verdict.host)) throw refusalError('not a host of this source')
    const destination: Destination = { host: url.hostname, isProxied: verdict.proxy !== null }
    if (watch.signal.aborted) throw watch.explain(null, destination)
    const pendingResponse = dispatchers.forProxy(verdict.proxy).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal: watch.signal,
    })
    // The pool ignores the signal while it is connecting, for example in a TLS handshake that never begins.
    const response = await unlessAborted(pendingResponse, watch.signal).catch((error: unknown) => {
      throw watch.explain(error, destination)
    })
    watch.touch()
    return { ...response, headers: singleHeaders(response.headers) }
  }

  return {
    get: (address, request) => runWatched(address, request, (watch) => followRedirects(address, request, watch)),
    post: (address, request) =>
      runWatched(address, request, async (watch) => {
        const url = new URL(address)
        return { url, response: await requestOnce(url, request, watch) }
      }),
    close: () => dispatchers.close(),
  }
}

const directTo = ({ hostname: host }: URL): Destination => ({ host, isProxied: false })

interface FinalResponse {
  url: URL
  response: Dispatcher.ResponseData
}

/** Takes the first value of a repeated header, because readers of headers expect one value. */
function singleHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}

function guardBody(
  url: URL,
  response: Dispatcher.ResponseData,
  maxBytes: number,
  watch: ExchangeWatch,
  onReceived: ((bytes: number) => void) | undefined,
): GuardedResponse {
  const stream = response.body.on('error', () => {})

  async function* body(): AsyncGenerator<Uint8Array> {
    let receivedBytes = 0
    try {
      if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLargeError()
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        watch.touch()
        onReceived?.(chunk.byteLength)
        receivedBytes += chunk.byteLength
        if (receivedBytes > maxBytes) throw tooLargeError()
        yield chunk
      }
      // The pool gets its connection back after this turn of the event loop. An earlier request would open another one.
      await nextTurn()
    } catch (error) {
      throw watch.explain(error, directTo(url))
    } finally {
      watch.stop()
      stream.destroy()
    }
  }

  const guardedBody = body()
  return {
    status: response.statusCode,
    headers: response.headers,
    url,
    body: guardedBody,
    bytes: async () => new Uint8Array(await arrayBuffer(guardedBody)),
    discard: () => {
      watch.stop()
      stream.destroy()
    },
  }
}

function tooLargeError(): SourceReadError {
  return unreadableError('more bytes than asked for')
}

/** Headers that another host gets after a redirect. Others may be secrets of the first host. */
const HARMLESS_HEADERS = ['accept', 'accept-language', 'if-range', 'range', 'user-agent']

/** The headers that may be sent to another host than they were made for. Names become lower case. */
export function harmlessHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => HARMLESS_HEADERS.includes(name)),
  )
}
