import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MOST_WAIT_MILLISECONDS } from '@kerf/standins/waits'
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'
import { AnsweredRequests } from './answered-requests.ts'

/** The two screens that every journey is looked at on. */
export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1440, height: 900 }

/** Options of `expect.poll`, to wait like a person. */
export const PATIENTLY = { timeout: MOST_WAIT_MILLISECONDS }

/**
 * A real Chromium from an npm package: nothing has to be installed. The variable makes the package unpack the libraries that
 * bare machines lack; it must be set before the package is loaded.
 */
export async function launchBrowser(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const executablePath = await unpackedBrowser()
  const profile = await mkdtemp(join(tmpdir(), 'kerf-browser-'))
  const browser = await playwright.launch({
    executablePath,
    // Not the package's own arguments: they put everything into one process, which ends with the first context that is
    // closed, and switch off the web security that the page is to be seen under.
    args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none'],
    // Or else every image on its way to the screen becomes a file of the disk.
    ignoreDefaultArgs: (await hasSharedMemory()) ? ['--disable-dev-shm-usage'] : [],
    headless: true,
    downloadsPath: profile,
  })
  return {
    browser,
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

export interface SharedBrowser {
  browser: Browser
  contexts: Contexts
}

let shared: Promise<SharedBrowser> | undefined

/**
 * The browser for all files that one worker runs: a start costs as much as two visits, and the app is fetched and compiled
 * again after each. It ends with its worker, when the pipe between them closes.
 */
export async function sharedBrowser(): Promise<SharedBrowser> {
  if (!(await shared)?.browser.isConnected())
    shared = launchBrowser().then(({ browser }) => ({ browser, contexts: new Contexts(browser) }))
  return shared as Promise<SharedBrowser>
}

/**
 * Where the browser is. The package unpacks it into the folder for temporary files, not into that of a run of tests, which
 * goes with it (temporary-in-memory.ts). It takes a file that another process still writes for a whole one: unpack it
 * before several processes want it.
 */
export async function unpackedBrowser(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { TMPDIR, LASTING_TMPDIR } = process.env
  if (LASTING_TMPDIR !== undefined) process.env.TMPDIR = LASTING_TMPDIR
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    if (TMPDIR !== undefined) process.env.TMPDIR = TMPDIR
  }
}

/** Containers are often given a few megabytes of it, which a page with a video outgrows. */
async function hasSharedMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 1e9
}

export interface OpenOptions {
  screen?: { width: number; height: number }
  dark?: boolean
  /** Unless this is false, nothing moves by itself: moving images cost more than all the rest, and half of a fade is no state. */
  reducedMotion?: boolean
}

/**
 * A page of a fresh visitor. Errors of the page and of the console are collected, violations of the content security policy
 * among them, each with the address it is about: a journey that leaves some has failed.
 */
export async function openPage(browser: Browser, url: string, options: OpenOptions = {}): Promise<VisitedPage> {
  return enter(await newContext(browser, options), url)
}

/** Contexts and tabs that were changed in a way that cannot be taken back, e.g. by a script that runs in every page. */
const spent = new WeakSet<BrowserContext | Page>()

/**
 * The browser contexts of visitors. One that a visitor has left is used again with its tab, but without what they left in it:
 * starting a process for each visitor, and fetching and compiling the app in it, is two fifths of what a visit costs.
 */
class Contexts {
  readonly #browser: Browser
  readonly #visits = new Map<BrowserContext, { looks: string; visited: VisitedPage }>()
  readonly #left = new Map<string, { context: BrowserContext; blank: BlankTab | undefined }[]>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async openPage(url: string, options: OpenOptions): Promise<VisitedPage> {
    const { screen = DESKTOP, dark = false, reducedMotion = true } = options
    const looks = JSON.stringify({ screen, dark, reducedMotion })
    const left = this.#left.get(looks)?.pop()
    const context = left?.context ?? (await newContext(this.#browser, options))
    if (!left) {
      beforeCalls(context, ['addInitScript'], () => spent.add(context))
      beforeCalls(context.clock, ['install'], () => spent.add(context))
    }
    const visited = await enter(context, url, left)
    this.#visits.set(context, { looks, visited })
    return visited
  }

  /** A context in which something unforeseen happened may hold anything: it is not used again. */
  async leave(context: BrowserContext, { wasForeseen = true } = {}): Promise<void> {
    const visit = this.#visits.get(context)
    this.#visits.delete(context)
    if (!visit || !wasForeseen || spent.has(context)) return context.close()
    const { looks, visited } = visit
    for (const page of context.pages()) if (page !== visited.page) await page.close()
    const blank = await leaveBlank(visited.page)
    if (!blank) await visited.page.close()
    // Not before: what a page still asked for would be asked of the server, which knows nothing of a scripted account.
    await visited.answers.end()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearCookies()
    this.#left.set(looks, [...(this.#left.get(looks) ?? []), { context, blank }])
  }
}

function beforeCalls<T extends object>(target: T, names: readonly (keyof T)[], act: () => void): void {
  for (const name of names) {
    const call = (target[name] as (...how: unknown[]) => unknown).bind(target)
    target[name] = ((...how: unknown[]) => {
      act()
      return call(...how)
    }) as T[keyof T]
  }
}

async function newContext(browser: Browser, options: OpenOptions): Promise<BrowserContext> {
  const screen = options.screen ?? DESKTOP
  const isPhone = screen.width < 600
  const context = await browser.newContext({
    viewport: screen,
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  context.setDefaultTimeout(MOST_WAIT_MILLISECONDS)
  await context.addInitScript(scrollAtOnce)
  await context.addInitScript(reportToasts, TOAST_REPORT)
  return context
}

async function enter(
  context: BrowserContext,
  url: string,
  before?: { blank: BlankTab | undefined },
): Promise<VisitedPage> {
  const complaints: string[] = []
  const requestedUrls: string[] = []
  const listen = (page: Page): void => {
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => requestedUrls.push(request.url()))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
    })
  }
  const { origin } = new URL(url)
  const blank = before?.blank
  // A tab's storage belongs to its origin.
  const cached = blank?.origin === origin ? blank.page : undefined
  if (blank && !cached) await blank.page.close()
  context.removeAllListeners('page')
  context.on('page', listen)
  const answers = new AnsweredRequests(context)
  const page = cached ?? (await context.newPage())
  if (before) await clearCaches(page, origin)
  if (cached) {
    for (const event of ['pageerror', 'request', 'console', 'framenavigated'] as const) cached.removeAllListeners(event)
    listen(cached)
  } else {
    waitUntilAlive(page)
    beforeCalls(page, CHANGES, () => spent.add(page))
  }
  await page.goto(url)
  return { page, context, answers, complaints, requestedUrls }
}

/** A tab whose visitor has left: its process stays, with the app's files. */
interface BlankTab {
  page: Page
  origin: string
}

const CHANGES = ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setViewportSize'] as const

/** Undefined for a tab that must not be reused. */
async function leaveBlank(page: Page): Promise<BlankTab | undefined> {
  if (page.isClosed() || spent.has(page) || !page.url().startsWith('http://127.0.0.1')) return undefined
  const { origin } = new URL(page.url())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The page itself goes there: sent by the browser, it would leave its process.
  await page.evaluate(() => location.replace('about:blank'))
  await page.waitForURL('about:blank')
  // A blank page belongs to the one that it comes from.
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  // Otherwise the next page would be hovered by the old pointer.
  await page.mouse.move(-1, -1)
  return { page, origin }
}

/** Clears the storage and history of this origin. Runs while none of its pages is open: an open one would write again. */
async function clearCaches(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}

/** Runs in every page: smooth scrolling would move a target away after the pointer has aimed at it. */
function scrollAtOnce(): void {
  const style = new CSSStyleSheet()
  style.replaceSync('html { scroll-behavior: auto !important }')
  document.adoptedStyleSheets.push(style)
}

/** Beginning of the console line that reports a toast. */
const TOAST_REPORT = 'journey: toast '

export interface SeenToast {
  title: string
  text: string
}

/** Runs in every page: a toast goes by itself after some seconds, and on a slow machine a journey may look too late. */
function reportToasts(prefix: string): void {
  let latest = ''
  let shown: Element | null = null
  new MutationObserver(() => {
    const toast = document.querySelector('.toast')
    const [title = '', text = ''] = [...(toast?.firstElementChild?.children ?? [])].map((line) =>
      line.textContent.trim(),
    )
    const report = prefix + JSON.stringify({ title, text })
    if (toast && (toast !== shown || report !== latest)) console.debug(report)
    shown = toast
    latest = report
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Calls back with every toast that a page shows. */
export function watchToasts(page: Page, onToast: (toast: SeenToast) => void): void {
  page.on('console', (message) => {
    if (message.text().startsWith(TOAST_REPORT)) onToast(JSON.parse(message.text().slice(TOAST_REPORT.length)))
  })
}

/** A person waits until a page answers before they do something on it; a page built beforehand is seen before that. */
export function waitUntilAlive(page: Page): void {
  const alive = () => page.locator(':root[data-alive], :root:not(:has(#root))').waitFor({ state: 'attached' })
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...how) => {
    const response = await goto(...how)
    await alive()
    return response
  }
  page.reload = async (...how) => {
    const response = await reload(...how)
    await alive()
    return response
  }
}

export interface VisitedPage {
  page: Page
  context: BrowserContext
  /** Requests that the journey answers, of any tab of this visitor. */
  answers: AnsweredRequests
  /** The errors in all tabs of this visitor. */
  complaints: readonly string[]
  /** Everything that any tab of this visitor has asked for. */
  requestedUrls: readonly string[]
}
