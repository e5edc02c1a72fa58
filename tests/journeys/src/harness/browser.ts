import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_WAIT_MILLISECONDS } from '@kerf/standins/waits'
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'
import { AnsweredRequests } from './answered-requests.ts'
import { chromiumLaunchOptions } from './packaged-chromium.ts'

/** Screen sizes of the journeys, in CSS pixels. */
export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1440, height: 900 }

const POLL_MILLISECONDS = 50

/** Options of `expect.poll` with the longest wait of all tests. */
export const PATIENTLY = { timeout: MAX_WAIT_MILLISECONDS }

/** Repeats a check until it does not throw. Unlike `expect.poll`, it also works outside tests: screenshots.ts. */
export async function untilPassed(check: () => Promise<void>): Promise<void> {
  const givenUpAt = performance.now() + MAX_WAIT_MILLISECONDS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > givenUpAt) throw error
    }
    await delay(POLL_MILLISECONDS)
  }
}

/** Launches a real Chromium from an npm package. */
export async function launchBrowser(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'kerf-browser-'))
  const options = await chromiumLaunchOptions()
  const browser = await playwright.launch({ ...options, headless: true, downloadsPath: profile })
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
  contexts: ReusableContexts
}

let shared: Promise<SharedBrowser> | undefined

/**
 * The browser for all files of one worker. A start costs as much as two visits, and the app is fetched and compiled
 * again after each. The browser ends when its worker closes the pipe between them.
 */
export async function sharedBrowser(): Promise<SharedBrowser> {
  if (!(await shared)?.browser.isConnected())
    shared = launchBrowser().then(({ browser }) => ({ browser, contexts: new ReusableContexts(browser) }))
  return shared as Promise<SharedBrowser>
}

export interface OpenOptions {
  screen?: { width: number; height: number }
  dark?: boolean
  /** True by default: animations cost much time, and a half-finished fade is not a state to check. */
  reducedMotion?: boolean
  /** Language of the browser; British English by default. */
  locale?: string
  forcedColors?: boolean
}

/**
 * Opens a page of a fresh visitor. Errors of the page and the console are collected with their addresses, including
 * violations of the content security policy. A journey with unexpected errors fails.
 */
export async function openPage(browser: Browser, url: string, options: OpenOptions = {}): Promise<VisitedPage> {
  return openVisitedPage(await newContext(browser, options), url)
}

/** Contexts and tabs with an irreversible change, such as a script that runs in every page. */
const changedTargets = new WeakSet<BrowserContext | Page>()

/**
 * Browser contexts of visitors. A context is cleared and used again with its tab after its visitor has left. A new
 * process for each visitor would cost two fifths of a visit, because it fetches and compiles the app.
 */
class ReusableContexts {
  readonly #browser: Browser
  readonly #visits = new Map<BrowserContext, { looks: string; visited: VisitedPage }>()
  readonly #freeContexts = new Map<string, { context: BrowserContext; blank: BlankTab | undefined }[]>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async openPage(url: string, options: OpenOptions): Promise<VisitedPage> {
    const { screen = DESKTOP, dark = false, reducedMotion = true, locale, forcedColors } = options
    const contextKey = JSON.stringify({ screen, dark, reducedMotion, locale, forcedColors })
    const freeContext = this.#freeContexts.get(contextKey)?.pop()
    const context = freeContext?.context ?? (await newContext(this.#browser, options))
    if (!freeContext) {
      beforeCalls(context, ['addInitScript'], () => changedTargets.add(context))
      beforeCalls(context.clock, ['install'], () => changedTargets.add(context))
    }
    const visitedPage = await openVisitedPage(context, url, freeContext)
    this.#visits.set(context, { looks: contextKey, visited: visitedPage })
    return visitedPage
  }

  /** Ends a visit. A context is not used again after something unforeseen, because it may hold any state. */
  async leave(context: BrowserContext, { wasForeseen = true } = {}): Promise<void> {
    const visit = this.#visits.get(context)
    this.#visits.delete(context)
    if (!visit || !wasForeseen || changedTargets.has(context)) return context.close()
    const { looks: contextKey, visited: visitedPage } = visit
    for (const page of context.pages()) if (page !== visitedPage.page) await page.close()
    const blankTab = await leaveBlank(visitedPage.page)
    if (!blankTab) await visitedPage.page.close()
    // Answers end after the page is blank: its late requests would reach the server, which knows no scripted account.
    await visitedPage.answers.end()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearCookies()
    this.#freeContexts.set(contextKey, [...(this.#freeContexts.get(contextKey) ?? []), { context, blank: blankTab }])
  }
}

function beforeCalls<T extends object>(target: T, names: readonly (keyof T)[], beforeCall: () => void): void {
  for (const name of names) {
    const call = (target[name] as (...args: unknown[]) => unknown).bind(target)
    target[name] = ((...args: unknown[]) => {
      beforeCall()
      return call(...args)
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
    forcedColors: options.forcedColors ? 'active' : 'none',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: options.locale ?? 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  context.setDefaultTimeout(MAX_WAIT_MILLISECONDS)
  await context.addInitScript(scrollAtOnce)
  await context.addInitScript(reportToasts, TOAST_REPORT)
  return context
}

async function openVisitedPage(
  context: BrowserContext,
  url: string,
  freeContext?: { blank: BlankTab | undefined },
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
  const blankTab = freeContext?.blank
  // A blank tab is used again only for its own origin, because its storage belongs to that origin.
  const reusedPage = blankTab?.origin === origin ? blankTab.page : undefined
  if (blankTab && !reusedPage) await blankTab.page.close()
  context.removeAllListeners('page')
  context.on('page', listen)
  const answers = new AnsweredRequests(context)
  const page = reusedPage ?? (await context.newPage())
  if (freeContext) await clearCaches(page, origin)
  if (reusedPage) {
    for (const event of ['pageerror', 'request', 'console', 'framenavigated'] as const)
      reusedPage.removeAllListeners(event)
    listen(reusedPage)
  } else {
    waitUntilAlive(page)
    beforeCalls(page, IRREVERSIBLE_CALLS, () => changedTargets.add(page))
  }
  await page.goto(url)
  return { page, context, answers, complaints, requestedUrls }
}

/** A blank tab whose visitor has left. Its process still has the app's files. */
interface BlankTab {
  page: Page
  origin: string
}

const IRREVERSIBLE_CALLS = [
  'addInitScript',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'setViewportSize',
] as const

/** Makes a tab blank. Returns undefined for a tab that must not be used again. */
async function leaveBlank(page: Page): Promise<BlankTab | undefined> {
  if (page.isClosed() || changedTargets.has(page) || !page.url().startsWith('http://127.0.0.1')) return undefined
  const { origin } = new URL(page.url())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The page navigates itself, because a navigation by the browser would leave its process.
  await page.evaluate(() => location.replace('about:blank'))
  await page.waitForURL('about:blank')
  // A blank page has the origin of the page before it, so it can clear that origin's session storage.
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  // The next page must not show a hover at the old pointer position.
  await page.mouse.move(-1, -1)
  return { page, origin }
}

/** Clears the storage and history of an origin. No page of the origin may be open, because it would write again. */
async function clearCaches(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}

/** Runs in every page. Smooth scrolling would move a target after the pointer has aimed at it. */
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

/** Runs in every page. Reports each toast on the console: toasts disappear, and a slow journey may look too late. */
function reportToasts(prefix: string): void {
  let latestReport = ''
  let latestToast: Element | null = null
  new MutationObserver(() => {
    const toast = document.querySelector('.toast')
    const [title = '', text = ''] = [...(toast?.firstElementChild?.children ?? [])].map((line) =>
      line.textContent.trim(),
    )
    const report = prefix + JSON.stringify({ title, text })
    if (toast && (toast !== latestToast || report !== latestReport)) console.debug(report)
    latestToast = toast
    latestReport = report
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Calls back with every toast that a page shows. */
export function watchToasts(page: Page, onToast: (toast: SeenToast) => void): void {
  page.on('console', (message) => {
    if (message.text().startsWith(TOAST_REPORT)) onToast(JSON.parse(message.text().slice(TOAST_REPORT.length)))
  })
}

/** Makes `goto` and `reload` wait until the app answers. A page that is rendered in advance is visible before that. */
export function waitUntilAlive(page: Page): void {
  const waitForApp = () => page.locator(':root[data-alive], :root:not(:has(#root))').waitFor({ state: 'attached' })
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...args) => {
    const response = await goto(...args)
    await waitForApp()
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await waitForApp()
    return response
  }
}

export interface VisitedPage {
  page: Page
  context: BrowserContext
  /** Answers of the journey to requests of any tab. */
  answers: AnsweredRequests
  /** The errors in all tabs of this visitor. */
  complaints: readonly string[]
  /** URLs of all requests of any tab. */
  requestedUrls: readonly string[]
}
