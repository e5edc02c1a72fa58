import type { Page } from 'playwright-core'

const CONTROLS = ['link', 'button', 'textbox', 'slider'] as const
const MOST_PRESSES = 500
/** Presses between two checks. A check after each press would take as long as the presses. */
const PRESSES_BETWEEN_LOOKS = 8

/**
 * Presses Tab from the top of the page until the focus is back at the top, and compares the focused controls with the
 * usable ones. `missed` are usable controls without a stop; `unmarked`, those that look the same with and without the
 * focus.
 */
export async function walkByTab(page: Page) {
  await page.evaluate(goToTop)
  await page.evaluate(startScan)
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab')
    if (presses % PRESSES_BETWEEN_LOOKS === 0 && (await page.evaluate(hasComeRound))) break
  }
  const unmarked = await page.evaluate(findUnmarked)
  const missed: string[] = []
  let reachedCount = 0
  for (const role of CONTROLS) {
    const usable = page.getByRole(role, { disabled: false }).filter({ visible: true })
    for (const name of await usable.evaluateAll(namesUnlessReached)) {
      if (name === null) reachedCount += 1
      else missed.push(`${role} ${name}`)
    }
  }
  return { missed, unmarked, reached: reachedCount }
}

interface Scan {
  visited: { element: Element; look: string }[]
  isRound: boolean
  lookOf(element: Element): string
}

/** Runs in the page. After two drawn frames, elements that depend on the scroll position are up to date. */
async function goToTop(): Promise<void> {
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  scrollTo({ top: 0, behavior: 'instant' })
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
}

/**
 * Runs in the page. Records each control that gets the focus, until one repeats. Elements cannot leave the page, so the
 * record stays there.
 */
function startScan(): void {
  const shared = globalThis as unknown as Scan
  shared.visited = []
  shared.lookOf = (element) => {
    const looks: string[] = []
    for (const part of [element, element.parentElement ?? element]) {
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(part, pseudo)
        const { outlineStyle, outlineWidth, boxShadow, backgroundColor, borderColor, textDecorationLine } = style
        const outline = outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth}`
        looks.push([outline, boxShadow, backgroundColor, borderColor, textDecorationLine, style.transform].join('|'))
      }
    }
    return looks.join('\n')
  }
  shared.isRound = false
  const note = ({ target }: FocusEvent): void => {
    const focusedElement = target as Element
    // Some elements pass the focus on at once.
    if (focusedElement !== document.activeElement) return
    shared.isRound ||= shared.visited.some(({ element }) => element === focusedElement)
    if (shared.isRound) removeEventListener('focusin', note)
    else {
      // Transitions are finished first, because they would show an intermediate look.
      for (const animation of document.getAnimations()) animation.finish()
      shared.visited.push({ element: focusedElement, look: shared.lookOf(focusedElement) })
    }
  }
  addEventListener('focusin', note)
}

/** Runs in the page. */
function hasComeRound(): boolean {
  return (globalThis as unknown as Scan).isRound
}

/** Runs in the page. */
function findUnmarked(): string[] {
  const { visited, lookOf } = globalThis as unknown as Scan
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  for (const animation of document.getAnimations()) animation.finish()
  return visited
    .filter(({ element, look }) => lookOf(element) === look)
    .map(({ element }) => element.outerHTML.slice(0, 120))
}

/** Runs in the page. */
function namesUnlessReached(controls: Element[]): (string | null)[] {
  const { visited } = globalThis as unknown as Scan
  const reachedElements = new Set(visited.map(({ element }) => element))
  return controls.map((control) => {
    if (reachedElements.has(control)) return null
    return control.getAttribute('aria-label') ?? control.textContent ?? ''
  })
}
