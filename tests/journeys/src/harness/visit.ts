import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnsweredRequests, PausedRequest, RequestHandler, ScriptedAnswer } from './answered-requests.ts'
import { PATIENTLY, type SeenToast, untilPassed, type VisitedPage, waitUntilAlive, watchToasts } from './browser.ts'
import { findAccessibilityFaults, findThemeFaults } from './find-accessibility-faults.ts'

export type OptionLabel = '4K 2160p' | '1080p (HD)' | '720p' | '480p' | '360p' | 'Audio (MP3, 320 kbps)'
export type RequestMatcher = (request: PausedRequest) => boolean

export const isProcessRequest: RequestMatcher = (request) =>
  request.method() === 'POST' && request.url().endsWith('/api/video/process')
export const isDownloadRequest: RequestMatcher = (request) =>
  request.method() === 'POST' && /\/api\/video\/[^/]+\/download$/.test(request.url())
export const isStatusRequest: RequestMatcher = (request) =>
  request.method() === 'GET' && /\/api\/download\/[^/]+$/.test(request.url())

/** The page of one visitor in a browser. Finds its elements by role and name, and operates them. */
export class Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly requestedUrls: readonly string[]
  readonly #answers: AnsweredRequests
  readonly #complaints: readonly string[]
  readonly #expectedComplaints: RegExp[] = []
  readonly #toleratedComplaints: RegExp[] = []
  /** Toasts since the last one that the journey waited for. */
  readonly #newToasts: SeenToast[] = []

  constructor(visited: VisitedPage) {
    this.page = visited.page
    this.context = visited.context
    this.requestedUrls = visited.requestedUrls
    this.#answers = visited.answers
    this.#complaints = visited.complaints
    watchToasts(this.page, (toast) => this.#newToasts.push(toast))
  }

  /** Opens another tab of the same visitor. */
  async openTab(url: string): Promise<Visit> {
    const page = await this.context.newPage()
    waitUntilAlive(page)
    await this.#answers.watch(page)
    await page.goto(url)
    const { context, requestedUrls } = this
    return new Visit({ page, context, answers: this.#answers, complaints: [], requestedUrls })
  }

  /**
   * Expects an error on the browser's console, which notes every refused request. The error must appear before the
   * visit ends.
   */
  expectComplaint(pattern: RegExp): void {
    this.#expectedComplaints.push(pattern)
  }

  /** Allows an error that may appear or not, depending on the timing of requests. */
  tolerateComplaint(pattern: RegExp): void {
    this.#toleratedComplaints.push(pattern)
  }

  /** Waits for all expected errors. The last one may still be on its way when the journey has finished. */
  async seeExpectedComplaints(): Promise<void> {
    for (const pattern of this.#expectedComplaints)
      await expect.poll(() => this.#complaints, PATIENTLY).toContainEqual(expect.stringMatching(pattern))
  }

  /** Expects no errors except the expected and the tolerated ones. */
  expectNoOtherComplaints(): void {
    const patterns = [...this.#expectedComplaints, ...this.#toleratedComplaints]
    const isExpected = (complaint: string) => patterns.some((pattern) => pattern.test(complaint))
    expect(this.#complaints.filter((complaint) => !isExpected(complaint))).toEqual([])
  }

  /** The path of the address. */
  get path(): string {
    return new URL(this.page.url()).pathname
  }

  // Elements and actions of the page before a video is processed.

  get linkField(): Locator {
    return this.page.getByRole('textbox', { name: 'Video link' })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** The input with this label. Sections can have the same label, so only inputs count. */
  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true }).and(this.page.locator('input, textarea, select'))
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
  }

  get processingDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Processing Video' })
  }

  async submitLink(link: string): Promise<void> {
    await this.linkField.fill(link)
    await this.linkField.press('Enter')
  }

  /** Opens the sample by its address. `query` adds a range and other parameters. */
  async goToSample(query = ''): Promise<void> {
    await this.page.goto(new URL(`/?url=sample${query}`, this.page.url()).href)
    await this.arriveAtVideo('One day outside, in six shots')
  }

  async openSample(): Promise<void> {
    await this.button('Try the sample').click()
    await this.arriveAtVideo('One day outside, in six shots')
  }

  /**
   * Waits for a video that has just been processed, until its heading has the focus. Before that the page scrolls, and
   * a click would miss its target.
   */
  async arriveAtVideo(title: string): Promise<void> {
    await this.seeVideo(title)
    const heading = this.page.getByRole('heading', { level: 1, name: title, exact: true })
    await heading.evaluate((element: Element) => {
      if (element === document.activeElement) return
      return new Promise<void>((resolve) => element.addEventListener('focus', () => resolve(), { once: true }))
    })
  }

  async seeVideo(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await this.openChoice()
  }

  /** Opens the choice of forms below the video, without scrolling. */
  async openChoice(): Promise<void> {
    // Every video has this row.
    const row = this.option('Audio (MP3, 320 kbps)')
    // The bar may be replaced while a part of the page is loading, so the click is repeated.
    const openAndCheck = async () => {
      await this.page.locator('.form-chip[aria-expanded="false"]').evaluateAll(async ([chip]) => {
        if (!chip) return
        const top = scrollY
        ;(chip as HTMLElement).click()
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        scrollTo({ top, behavior: 'instant' })
      })
      if (!(await row.isVisible())) throw new Error('The choice of forms does not open.')
    }
    await untilPassed(openAndCheck)
  }

  /** Opens a folded section below the timeline. */
  async openFold(name: 'Snap and zoom' | 'Leave parts out' | 'Make it fit' | 'More'): Promise<void> {
    const opener = this.region(name).getByRole('button', { name, exact: true })
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  }

  // Elements and actions for trimming.

  slider(name: 'Start' | 'End' | 'Playhead'): Locator {
    return this.page.getByRole('slider', { name, exact: true })
  }

  /** The position of a slider, in seconds. */
  async readPosition(name: 'Start' | 'End' | 'Playhead'): Promise<number> {
    return Number(await this.slider(name).getAttribute('aria-valuenow'))
  }

  async readRange(): Promise<[startSeconds: number, endSeconds: number]> {
    return [await this.readPosition('Start'), await this.readPosition('End')]
  }

  timeField(name: 'Start Time' | 'End Time'): Locator {
    return this.page.getByRole('textbox', { name, exact: true })
  }

  async typeTime(name: 'Start Time' | 'End Time', time: string): Promise<void> {
    await this.timeField(name).fill(time)
    await this.timeField(name).press('Enter')
  }

  /** Types both times, the end first: the start may then be anything before it. */
  async typeRange(start: string, end: string): Promise<void> {
    await this.typeTime('End Time', end)
    await this.typeTime('Start Time', start)
  }

  // Elements and actions for downloads.

  option(label: OptionLabel): Locator {
    return this.page.getByRole('listitem', { name: label, exact: true })
  }

  /** The button with this name in an option. Its accessible name may go on with the option's label. */
  optionButton(label: OptionLabel, name: string | RegExp): Locator {
    const escapeRegex = (text: string): string => text.replace(/[.()?]/g, '\\$&')
    const namePattern =
      typeof name === 'string' ? new RegExp(`^${escapeRegex(name)}( ${escapeRegex(label)}.*)?$`) : name
    return this.option(label).getByRole('button', { name: namePattern })
  }

  /** Presses a button and returns the file that the browser saves. */
  async saveBy(button: Locator) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), button.click()])
    const bytes = async () => readFile(await download.path())
    return { name: download.suggestedFilename(), url: download.url(), bytes }
  }

  /** Presses the button of a finished option and returns the file that the browser saves. */
  async save(label: OptionLabel) {
    const { name, bytes } = await this.saveBy(this.optionButton(label, /^Download \(\d+\.\d\sMB\) /))
    return { name, bytes: await bytes() }
  }

  // Checks of the whole page.

  get toasts(): Locator {
    return this.page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  }

  /** Waits for a toast with this title, and this text if one is given. Toasts since the last awaited one count. */
  async seeToast(title: string, text?: string | RegExp): Promise<void> {
    const titledToasts = this.toasts.filter({ has: this.page.getByText(title, { exact: true }) })
    const toast =
      text === undefined ? titledToasts : titledToasts.filter({ has: this.page.getByText(text, { exact: true }) })
    const isAwaited = (shownToast: SeenToast): boolean =>
      shownToast.title === title &&
      (text instanceof RegExp ? text.test(shownToast.text) : shownToast.text === (text ?? shownToast.text))
    const checkToasts = async (): Promise<void> => {
      const index = this.#newToasts.findIndex(isAwaited)
      this.#newToasts.splice(0, index + 1)
      if (index < 0 && !(await toast.isVisible())) throw new Error(`There is no toast "${title}: ${text}".`)
    }
    await untilPassed(checkToasts)
  }

  async seeFocus(target: Locator): Promise<void> {
    await target.and(this.page.locator(':focus')).waitFor()
  }

  async seeText(text: string | RegExp, container: Page | Locator = this.page): Promise<void> {
    await container.getByText(text, { exact: true }).first().waitFor()
  }

  /** Expects no accessibility fault and no horizontal overflow. */
  async expectNoFaults(label?: string): Promise<void> {
    expect(await findAccessibilityFaults(this.page), label).toEqual([])
    await this.expectToFit(label)
  }

  /** Checks both themes. Leaves the page in the dark one. */
  async expectNoFaultsInBothThemes(): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme: theme })
      expect(await findThemeFaults(this.page, theme), theme).toEqual([])
      await this.expectToFit(theme)
    }
  }

  async expectToFit(label?: string): Promise<void> {
    const overflowPixels = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflowPixels, label).toBeLessThanOrEqual(0)
  }

  /** Waits until the page has scrolled to the beginning of this section. */
  async seeSection(id: string): Promise<void> {
    const section = this.page.locator(`#${id}`)
    const isInSight = () =>
      section.evaluate((element: Element) => {
        const { top } = element.getBoundingClientRect()
        return top > -2 && top < innerHeight
      })
    await section.waitFor()
    await expect.poll(isInSight, PATIENTLY).toBe(true)
  }

  // Control of the requests that the page sends.

  /**
   * Answers requests to these addresses in any tab; see AnsweredRequests. Returns a function that removes the answer.
   */
  answer(addresses: string, answer: RequestHandler): Promise<() => Promise<void>> {
    return this.#answers.add(addresses, answer)
  }

  /** Answers only the next request to these addresses. */
  async answerOnce(addresses: string, answer: ScriptedAnswer): Promise<void> {
    let isAnswered = false
    await this.answer(addresses, () => {
      if (isAnswered) return undefined
      isAnswered = true
      return answer
    })
  }

  /** Removes all answers of the journey. Requests reach their servers again. */
  async removeAnswers(): Promise<void> {
    await this.#answers.withdrawAll()
  }

  /** Holds matching requests until they are released. */
  async holdRequests(matches: RequestMatcher) {
    let count = 0
    const release = Promise.withResolvers<void>()
    await this.answer('*/api/*', async (request) => {
      if (!matches(request)) return undefined
      count += 1
      await release.promise
      return undefined
    })
    return {
      /** Number of matching requests so far. */
      count: () => count,
      /** Passes on all held requests, and all later ones. */
      release: () => release.resolve(),
    }
  }
}
