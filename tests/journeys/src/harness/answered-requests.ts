import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** A request that waits for its answer. */
export interface Asked {
  method(): string
  url(): string
  postData(): string | null
}

export type Answered =
  | { status?: number; contentType?: string; headers?: Record<string, string>; body?: string; json?: unknown }
  /** There is no answer at all. */
  | { fails: 'ConnectionRefused' | 'Failed' | 'InternetDisconnected' }
  /** The answer of the server, rewritten; null when it is lost on the way. */
  | { rewrite(body: string): string | null }

/** Undefined passes the request on: to an earlier answer for the same address, or to the server. */
export type Answer = (asked: Asked) => Answered | undefined | Promise<Answered | undefined>

interface Paused {
  requestId: string
  request: { url: string; method: string; postData?: string }
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}

interface Given {
  pattern: string
  matches: RegExp
  answer: Answer
}

/**
 * Some of the requests of one visitor's pages are answered by the journey. Only those stop on their way: the `route` of
 * Playwright would stop all of them, and switch off the browser's cache, so that each page fetched and compiled the app again.
 */
export class AnsweredRequests {
  readonly #context: BrowserContext
  readonly #pages = new Map<Page, Promise<CDPSession>>()
  readonly #rewrites = new Map<string, (body: string) => string | null>()
  #given: readonly Given[] = []

  constructor(context: BrowserContext) {
    this.#context = context
    // A window that a page opens is on its way already; a tab of the journey's waits until it is watched.
    context.on('page', (page) => void this.watch(page).catch(() => {}))
  }

  /** In an address, `*` stands for anything and `?` for any one character. Returns a function that removes the answer. */
  async add(pattern: string, answer: Answer): Promise<() => Promise<void>> {
    const given: Given = { pattern, matches: matcherOf(pattern), answer }
    this.#given = [given, ...this.#given]
    await this.#tellPages()
    return async () => {
      this.#given = this.#given.filter((one) => one !== given)
      await this.#tellPages()
    }
  }

  async withdrawAll(): Promise<void> {
    this.#given = []
    await this.#tellPages()
  }

  /** The visitor is gone; their pages may stay. */
  async end(): Promise<void> {
    this.#given = []
    for (const opening of this.#pages.values()) await opening.then((session) => session.detach()).catch(() => {})
    this.#pages.clear()
  }

  /** A page that was just opened: from here on it is answered like the others. */
  async watch(page: Page): Promise<void> {
    if (this.#given.length === 0) return
    const known = this.#pages.get(page)
    const session = known ?? this.#sessionOf(page)
    await this.#tell(await session)
  }

  async #tellPages(): Promise<void> {
    await Promise.all(this.#context.pages().map((page) => this.watch(page)))
    if (this.#given.length > 0) return
    for (const session of this.#pages.values()) await (await session).send('Fetch.disable')
  }

  #sessionOf(page: Page): Promise<CDPSession> {
    const opening = this.#context.newCDPSession(page).then((session) => {
      session.on('Fetch.requestPaused', (paused: Paused) => void this.#answer(session, paused))
      return session
    })
    this.#pages.set(page, opening)
    page.once('close', () => this.#pages.delete(page))
    return opening
  }

  async #tell(session: CDPSession): Promise<void> {
    const patterns = [...new Set(this.#given.map(({ pattern }) => pattern))]
    await session.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) })
  }

  async #answer(session: CDPSession, paused: Paused): Promise<void> {
    const { requestId, request } = paused
    // The page may have moved on, or have cancelled the request itself, while it waited.
    const send: CDPSession['send'] = (...what) => session.send(...what).catch(() => undefined as never)
    const rewrite = this.#rewrites.get(requestId)
    if (rewrite) {
      this.#rewrites.delete(requestId)
      return answerRewritten(send, paused, rewrite)
    }
    const answered = await this.#answeredBy({
      method: () => request.method,
      url: () => request.url,
      postData: () => request.postData ?? null,
    })
    if (!answered) return void (await send('Fetch.continueRequest', { requestId }))
    if ('fails' in answered) return void (await send('Fetch.failRequest', { requestId, errorReason: answered.fails }))
    if ('rewrite' in answered) {
      this.#rewrites.set(requestId, answered.rewrite)
      return void (await send('Fetch.continueRequest', { requestId, interceptResponse: true }))
    }
    const {
      status = 200,
      contentType,
      headers = {},
      json,
      body = json === undefined ? '' : JSON.stringify(json),
    } = answered
    const type = contentType ?? (json === undefined ? undefined : 'application/json')
    await send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries({
        // PayPal's pages are another's.
        'access-control-allow-origin': '*',
        ...(type && { 'content-type': type }),
        ...headers,
      }).map(([name, value]) => ({ name, value })),
      body: Buffer.from(body).toString('base64'),
    })
  }

  async #answeredBy(asked: Asked): Promise<Answered | undefined> {
    for (const { matches, answer } of this.#given) {
      const answered = matches.test(asked.url()) ? await answer(asked) : undefined
      if (answered) return answered
    }
    return undefined
  }
}

async function answerRewritten(
  send: CDPSession['send'],
  paused: Paused,
  rewrite: (body: string) => string | null,
): Promise<void> {
  const { requestId, responseStatusCode, responseHeaders = [] } = paused
  const { body, base64Encoded } = await send('Fetch.getResponseBody', { requestId })
  const rewritten = rewrite(base64Encoded ? Buffer.from(body, 'base64').toString() : body)
  if (rewritten === null) return void (await send('Fetch.failRequest', { requestId, errorReason: 'Failed' }))
  const ofItsBytes = ['content-length', 'content-encoding', 'transfer-encoding']
  await send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode ?? 200,
    responseHeaders: responseHeaders.filter(({ name }) => !ofItsBytes.includes(name.toLowerCase())),
    body: Buffer.from(rewritten).toString('base64'),
  })
}

function matcherOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
}
