import type { IncomingHttpHeaders } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { SourceReadError } from '../../ports/sources.ts'
import { unlessAborted } from '../shared-work.ts'
import type { Destination } from './connection-trouble.ts'
import { type ExchangeLimits, type ExchangeWatch, unreadable, watchExchange } from './exchange-watch.ts'
import { createDispatchers } from './outbound-dispatcher.ts'
import { type OutboundPolicy, OutboundRefusedError } from './outbound-policy.ts'
import { SourceAnswerError } from './source-answer-error.ts'

interface GuardedRequest {
  headers?: Readonly<Record<string, string>>
  maxBytes: number
  signal?: AbortSignal | undefined
  /** Narrows the policy for this request and its redirects, e.g. to one source's own hosts. */
  allowHost?: (host: string) => boolean
  /** Id of the outgoing address to leave by, redirects included; '' or none for the usual one. */
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
  /** Must be read, or `discard` called, or else it counts as stalled in the end. Throws SourceReadError. */
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
  /** A POST under the same rules. No redirect is followed: what is written goes to where it was meant for, or nowhere. */
  post(url: string, request: GuardedWrite): Promise<GuardedResponse>
  close(): Promise<void>
}

export interface GuardedFetcherOptions {
  policy: OutboundPolicy
  /** Certificates (PEM) of authorities to trust besides those that Node trusts. */
  extraCaPem?: string | undefined
  limits?: Partial<ExchangeLimits>
  onReceived?: ((bytes: number) => void) | undefined
}

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
const DEFAULT_LIMITS: ExchangeLimits = { totalMilliseconds: 300_000, stallMilliseconds: 20_000 }
/** An answer that leads on to nowhere is told by its status. */
const misled = (why: string, { hostname }: URL, status: number): SourceAnswerError =>
  new SourceAnswerError('source_failed', `The source leads nowhere: ${why}.`, {
    trouble: { host: hostname, reason: 'status', about: String(status) },
  })

/** The one thing in this server that opens connections to other people's machines. */
export function createGuardedFetcher(options: GuardedFetcherOptions): GuardedFetcher {
  const dispatchers = createDispatchers(options.policy, options.extraCaPem)
  const limits = { ...DEFAULT_LIMITS, ...options.limits }

  async function watched(
    address: string,
    request: GuardedRequest,
    exchange: (watch: ExchangeWatch) => Promise<Answered>,
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

  async function followRedirects(address: string, request: GuardedRequest, watch: ExchangeWatch): Promise<Answered> {
    let url = new URL(address)
    let headers = { ...request.headers }
    for (let redirects = 0; ; redirects += 1) {
      const response = await requestOnce(url, { ...request, headers }, watch)
      const location = REDIRECTS.includes(response.statusCode) ? response.headers.location : undefined
      if (typeof location !== 'string') return { url, response }
      response.body.on('error', () => {}).destroy()
      if (redirects === MAX_REDIRECTS) throw misled('too many redirects', url, response.statusCode)
      const next = new URL(location, url)
      if (url.protocol === 'https:' && next.protocol !== 'https:')
        throw misled('a redirect out of https', url, response.statusCode)
      if (next.origin !== url.origin) headers = harmlessHeaders(headers)
      url = next
    }
  }

  async function requestOnce(
    url: URL,
    { headers, allowHost, egress, body }: Partial<GuardedWrite>,
    watch: ExchangeWatch,
  ): Promise<Dispatcher.ResponseData> {
    const verdict = options.policy.judgeUrl(url, egress)
    const refused = (why: string, target?: string) =>
      watch.explain(new OutboundRefusedError(why, target), directTo(url))
    if (!verdict.allowed) throw refused(verdict.why, verdict.target)
    if (allowHost && !allowHost(verdict.host)) throw refused('not a host of this source')
    const destination: Destination = { host: url.hostname, isProxied: verdict.proxy !== null }
    if (watch.signal.aborted) throw watch.explain(null, destination)
    const asked = dispatchers.by(verdict.proxy).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal: watch.signal,
    })
    // The pool ignores the signal while it is still connecting, as in a TLS handshake that never begins.
    const response = await unlessAborted(asked, watch.signal).catch((error: unknown) => {
      throw watch.explain(error, destination)
    })
    watch.touch()
    return { ...response, headers: singleHeaders(response.headers) }
  }

  return {
    get: (address, request) => watched(address, request, (watch) => followRedirects(address, request, watch)),
    post: (address, request) =>
      watched(address, request, async (watch) => {
        const url = new URL(address)
        return { url, response: await requestOnce(url, request, watch) }
      }),
    close: () => dispatchers.close(),
  }
}

const directTo = ({ hostname: host }: URL): Destination => ({ host, isProxied: false })

interface Answered {
  url: URL
  response: Dispatcher.ResponseData
}

/** A header that came twice says two things; the first is believed, as everything below expects one. */
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
    let received = 0
    try {
      if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        watch.touch()
        onReceived?.(chunk.byteLength)
        received += chunk.byteLength
        if (received > maxBytes) throw tooLarge()
        yield chunk
      }
      // The pool takes its connection back after this turn; an immediate next request would open another.
      await nextTurn()
    } catch (error) {
      throw watch.explain(error, directTo(url))
    } finally {
      watch.stop()
      stream.destroy()
    }
  }

  const guarded = body()
  return {
    status: response.statusCode,
    headers: response.headers,
    url,
    body: guarded,
    bytes: async () => new Uint8Array(await arrayBuffer(guarded)),
    discard: () => {
      watch.stop()
      stream.destroy()
    },
  }
}

function tooLarge(): SourceReadError {
  return unreadable('more bytes than asked for')
}

/** The headers that another host gets; others may be secrets for the first host. */
const HARMLESS = ['accept', 'accept-language', 'if-range', 'range', 'user-agent']

/** The headers that may go to a host that they were not made for; names come out in lower case. */
export function harmlessHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => HARMLESS.includes(name)),
  )
}
