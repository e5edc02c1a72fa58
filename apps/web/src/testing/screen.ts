import axe from 'axe-core'
import { expect, onTestFinished, vi } from 'vitest'
import { cdp, type Locator, locators, page, userEvent } from 'vitest/browser'
import { networkFetch, withoutAnswers } from './scripted-server.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For elements that have neither a role nor a name. */
    getByCss: (selector: string) => Locator
  }
}

locators.extend({ getByCss: (selector: string) => selector })

let expectedComplaints: RegExp[] = []

/** Starts to watch the console for errors. */
export function watchConsole(): void {
  expectedComplaints = []
  vi.spyOn(console, 'error')
}

/** Expects an error on the console during the test. */
export function expectComplaint(pattern: RegExp): void {
  expectedComplaints.push(pattern)
}

/** Expects all expected errors on the console, and no others. */
export function checkConsole(): void {
  const complaints = vi.mocked(console.error).mock.calls.map((parts) => parts.map(String).join(' '))
  for (const pattern of expectedComplaints) expect(complaints).toContainEqual(expect.stringMatching(pattern))
  const isExpected = (complaint: string) => expectedComplaints.some((pattern) => pattern.test(complaint))
  expect(
    complaints.filter((complaint) => !isExpected(complaint)),
    'errors on the console',
  ).toEqual([])
}

/** Screen sizes, in CSS pixels. */
export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1440, height: 900 }

type MediaFeature = 'prefers-reduced-motion' | 'forced-colors'

/** Values of media features in all tests, unless a test sets another one. */
const USUAL_MEDIA: Readonly<Record<MediaFeature, string>> = {
  'prefers-reduced-motion': 'reduce',
  'forced-colors': 'none',
}

/** Sets a media feature of the browser until the end of the test. */
export async function emulateMedia(name: MediaFeature, value: string): Promise<void> {
  const send = (features: { name: string; value: string }[]) => cdp().send('Emulation.setEmulatedMedia', { features })
  const usualFeatures = Object.entries(USUAL_MEDIA).map(([feature, usualValue]) => ({
    name: feature,
    value: usualValue,
  }))
  onTestFinished(async () => void (await send(usualFeatures)))
  await send(usualFeatures.map((feature) => (feature.name === name ? { name, value } : feature)))
}

export const button = (name: string): Locator => page.getByRole('button', { name })
export const region = (name: string): Locator => page.getByRole('region', { name })
export const heading = (name: string): Locator => page.getByRole('heading', { name })
export const mainLink = (name: string): Locator => page.getByRole('main').getByRole('link', { name })
export const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** The value of a fact in a list of facts, by its term. */
export const fact = (term: string): Locator =>
  page
    .getByCss('dl > div')
    .filter({ has: page.getByText(term) })
    .getByCss('dd')

/** The text of an element as it is seen: without hidden parts, and with line breaks. */
export const visibleTextOf = (target: Locator): string => (target.element() as HTMLElement).innerText

export async function seeVisibleText(target: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => visibleTextOf(target)).toEqual(text instanceof RegExp ? expect.stringMatching(text) : text)
}

/** The input with this label. Sections can have the same label, so only inputs count. */
export const field = (label: string): Locator =>
  page.getByLabelText(label).and(page.getByCss('input, textarea, select'))

export const inputIn = (label: string): string => (field(label).element() as HTMLInputElement).value

/** The texts of the options of a select field. */
export const optionsOf = (label: string): (string | null)[] =>
  field(label)
    .getByCss('option')
    .elements()
    .map(({ textContent }) => textContent)

export async function seeInput(label: string, text: string): Promise<void> {
  await expect.poll(() => inputIn(label)).toBe(text)
}

export async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}

/** Waits for this error at a field, or for none. */
export async function seeFault(label: string, fault: string | RegExp | null): Promise<void> {
  const expectedFault = fault instanceof RegExp ? expect.stringMatching(fault) : fault
  await expect.poll(() => faultAt(label)).toEqual(expectedFault)
}

function faultAt(label: string): string | null {
  const control = field(label).element()
  if (control.getAttribute('aria-invalid') !== 'true') return null
  const faultId = control
    .getAttribute('aria-describedby')
    ?.split(' ')
    .find((id) => id.endsWith('-fault'))
  return document.getElementById(faultId ?? '')?.textContent ?? null
}

/** Presses twice before the server answers. */
export const pressTwice = (target: Locator): Promise<void> => withoutAnswers(() => target.dblClick())

/** Gives an element the focus and presses these keys. */
export async function pressOn(target: Locator, keys: string): Promise<void> {
  ;(await target.findElement()).focus()
  await userEvent.keyboard(keys)
}

export async function see(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
}

export async function seeNo(target: Locator): Promise<void> {
  await expect.element(target).not.toBeInTheDocument()
}

export async function seeText(text: string | RegExp, container: Pick<Locator, 'getByText'> = page): Promise<void> {
  await see(container.getByText(text).first())
}

export async function seeFocus(target: Locator): Promise<void> {
  await expect.element(target).toHaveFocus()
}

/** Waits until the focus is at an element that contains this one. */
export async function seeFocusAround(target: Locator): Promise<void> {
  const isAround = () => {
    const { activeElement, body } = document
    return activeElement !== body && activeElement?.contains(target.element())
  }
  await expect.poll(isAround).toBe(true)
}

export async function seePath(path: string): Promise<void> {
  await expect.poll(() => location.pathname).toBe(path)
}

interface SeenToast {
  title: string
  text: string
}

/** Toasts since the last one that the test waited for. */
let newToasts: SeenToast[] = []
let toastObserver: MutationObserver | null = null

/** Collects each toast that appears: toasts disappear, and a slow test may look too late. */
export function watchToasts(): void {
  newToasts = []
  let latestToast: Element | null = null
  let latestReport = ''
  toastObserver?.disconnect()
  toastObserver = new MutationObserver(() => {
    const toast = document.querySelector('.toast')
    const [title = '', text = ''] = [...(toast?.firstElementChild?.children ?? [])].map((line) =>
      line.textContent.trim(),
    )
    const report = JSON.stringify({ title, text })
    if (toast && (toast !== latestToast || report !== latestReport)) newToasts.push({ title, text })
    latestToast = toast
    latestReport = report
  })
  toastObserver.observe(document, { childList: true, subtree: true, characterData: true })
}

/** Waits for a toast with this title, and this text if one is given. */
export async function seeToast(title: string, text?: string | RegExp): Promise<void> {
  const expectedToast = {
    title,
    text: text === undefined ? expect.any(String) : text instanceof RegExp ? expect.stringMatching(text) : text,
  }
  await expect.poll(() => newToasts).toContainEqual(expectedToast)
  const index = newToasts.findIndex(
    (toast) =>
      toast.title === title && (text instanceof RegExp ? text.test(toast.text) : toast.text === (text ?? toast.text)),
  )
  newToasts.splice(0, index + 1)
}

/** Expects no accessibility fault and no horizontal overflow. */
export async function expectNoFaults(label?: string): Promise<void> {
  await waitUntilAtRest()
  const { violations } = await axe.run({ preload: false, resultTypes: ['violations'] })
  const faults = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(faults, label).toEqual([])
  expectToFit(label)
}

export function expectToFit(label?: string): void {
  expect(document.documentElement.scrollWidth - innerWidth, label).toBeLessThanOrEqual(0)
}

/** Resolves once all transitions have finished: colours are wrong in the middle of a fade. */
async function waitUntilAtRest(): Promise<void> {
  const endsByItself = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime)
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(endsByItself)
      .map((animation) => animation.finished),
  )
}

/** The file that a press of this button would save: its name, its address, and its content if the page made it. */
export async function saveBy(target: Locator): Promise<{ name: string; url: string; content: () => Promise<string> }> {
  const { promise, resolve } = Promise.withResolvers<HTMLAnchorElement>()
  const interceptClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[download]')
    if (!link) return
    event.preventDefault()
    resolve(link)
  }
  addEventListener('click', interceptClick, { capture: true })
  try {
    await target.click()
    const { download: name, href: url } = await promise
    return { name, url, content: () => contentAt(url) }
  } finally {
    removeEventListener('click', interceptClick, { capture: true })
  }
}

/** Text of a file, with its byte order mark. */
async function contentAt(url: string): Promise<string> {
  const response = await networkFetch(url)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}
