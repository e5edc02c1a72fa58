import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** A browser request that is paused until it is answered. */
export interface PausedRequest {
  method(): string
  url(): string
  postData(): string | null
}

export type ScriptedAnswer =
  | { status?: number; contentType?: string; headers?: Record<string, string>; body?: string; json?: unknown }
  /** The connection fails with this error. */
  | { fails: 'ConnectionRefused' | 'Failed' | 'InternetDisconnected' }
  /** The server's answer with its body rewritten; null fails the request. */
  | { rewrite(body: string): string | null }

/**
 * Returns the answer to a request. Undefined passes it on to an earlier handler for the same address, or to the server.
 */
export type RequestHandler = (
  request: PausedRequest,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>

interface Paused {
  requestId: string
  request: { url: string; method: string; postData?: string }
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}

interface AnswerRule {
  pattern: string
  matches: RegExp
  answer: RequestHandler
}

/**
 * Answers some requests of one visitor's pages. Only matching requests are paused. Playwright's `route` would pause all
 * of them and disable the HTTP cache, so each page would fetch and compile the app again.
 */
export class AnsweredRequests {
  readonly #context: BrowserContext
  readonly #pages = new Map<Page, Promise<CDPSession>>()
  readonly #rewrites = new Map<string, (body: string) => string | null>()
  #rules: readonly AnswerRule[] = []

  constructor(context: BrowserContext) {
    this.#context = context
    // Windows that a page opens are already loading when they are watched. Tabs that a journey opens are watched
    // before.
    context.on('page', (page) => void this.watch(page).catch(() => {}))
  }

  /**
   * Adds a handler for addresses that match. `*` matches any text, `?` any one character. Returns a function that
   * removes it.
   */
  async add(pattern: string, answer: RequestHandler): Promise<() => Promise<void>> {
    const rule: AnswerRule = { pattern, matches: matcherOf(pattern), answer }
    this.#rules = [rule, ...this.#rules]
    await this.#updatePages()
    return async () => {
      this.#rules = this.#rules.filter((candidate) => candidate !== rule)
      await this.#updatePages()
    }
  }

  async withdrawAll(): Promise<void> {
    this.#rules = []
    await this.#updatePages()
  }

  /** Stops answering and detaches from all pages, which may stay open. */
  async end(): Promise<void> {
    this.#rules = []
    for (const sessionPromise of this.#pages.values())
      await sessionPromise.then((session) => session.detach()).catch(() => {})
    this.#pages.clear()
  }

  /** Applies the current handlers to a page. */
  async watch(page: Page): Promise<void> {
    if (this.#rules.length === 0) return
    const existingSession = this.#pages.get(page)
    const session = existingSession ?? this.#sessionOf(page)
    await this.#enableFetch(await session)
  }

  async #updatePages(): Promise<void> {
    await Promise.all(this.#context.pages().map((page) => this.watch(page)))
    if (this.#rules.length > 0) return
    for (const session of this.#pages.values()) await (await session).send('Fetch.disable')
  }

  #sessionOf(page: Page): Promise<CDPSession> {
    const sessionPromise = this.#context.newCDPSession(page).then((session) => {
      session.on('Fetch.requestPaused', (event: Paused) => void this.#answer(session, event))
      return session
    })
    this.#pages.set(page, sessionPromise)
    page.once('close', () => this.#pages.delete(page))
    return sessionPromise
  }

  async #enableFetch(session: CDPSession): Promise<void> {
    const patterns = [...new Set(this.#rules.map(({ pattern }) => pattern))]
    await session.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) })
  }

  async #answer(session: CDPSession, event: Paused): Promise<void> {
    const { requestId, request } = event
    // Sending fails if the page navigated or cancelled the request while it was paused. Such failures are ignored.
    const send: CDPSession['send'] = (...parameters) => session.send(...parameters).catch(() => undefined as never)
    const rewrite = this.#rewrites.get(requestId)
    if (rewrite) {
      this.#rewrites.delete(requestId)
      return answerRewritten(send, event, rewrite)
    }
    const answer = await this.#findAnswer({
      method: () => request.method,
      url: () => request.url,
      postData: () => request.postData ?? null,
    })
    if (!answer) return void (await send('Fetch.continueRequest', { requestId }))
    if ('fails' in answer) return void (await send('Fetch.failRequest', { requestId, errorReason: answer.fails }))
    if ('rewrite' in answer) {
      this.#rewrites.set(requestId, answer.rewrite)
      return void (await send('Fetch.continueRequest', { requestId, interceptResponse: true }))
    }
    const {
      status = 200,
      contentType,
      headers = {},
      json,
      body = json === undefined ? '' : JSON.stringify(json),
    } = answer
    const type = contentType ?? (json === undefined ? undefined : 'application/json')
    await send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries({
        // Pages of other origins, such as PayPal's, may read the answer.
        'access-control-allow-origin': '*',
        ...(type && { 'content-type': type }),
        ...headers,
      }).map(([name, value]) => ({ name, value })),
      body: Buffer.from(body).toString('base64'),
    })
  }

  async #findAnswer(request: PausedRequest): Promise<ScriptedAnswer | undefined> {
    for (const { matches, answer } of this.#rules) {
      const scriptedAnswer = matches.test(request.url()) ? await answer(request) : undefined
      if (scriptedAnswer) return scriptedAnswer
    }
    return undefined
  }
}

async function answerRewritten(
  send: CDPSession['send'],
  event: Paused,
  rewrite: (body: string) => string | null,
): Promise<void> {
  const { requestId, responseStatusCode, responseHeaders = [] } = event
  const { body, base64Encoded } = await send('Fetch.getResponseBody', { requestId })
  const rewrittenBody = rewrite(base64Encoded ? Buffer.from(body, 'base64').toString() : body)
  if (rewrittenBody === null) return void (await send('Fetch.failRequest', { requestId, errorReason: 'Failed' }))
  const bodyHeaders = ['content-length', 'content-encoding', 'transfer-encoding']
  await send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode ?? 200,
    responseHeaders: responseHeaders.filter(({ name }) => !bodyHeaders.includes(name.toLowerCase())),
    body: Buffer.from(rewrittenBody).toString('base64'),
  })
}

function matcherOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
}
