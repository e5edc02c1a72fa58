// These functions run in a page and use nothing outside themselves, so that journeys can send them to their browser.

interface Scan {
  visited: { element: Element; look: string }[]
  isRound: boolean
  lookOf(element: Element): string
}

/** Moves the focus to the top of the page. After two drawn frames, elements that depend on the scroll position are up to date. */
export async function goToTop(): Promise<void> {
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  scrollTo({ top: 0, behavior: 'instant' })
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
}

/** Records each control that gets the focus, until one repeats. */
export function startScan(): void {
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

/** Whether the focus has come back to a control that it had before. */
export function hasComeRound(): boolean {
  return (globalThis as unknown as Scan).isRound
}

/** The focused controls that look the same with and without the focus. */
export function findUnmarked(): string[] {
  const { visited, lookOf } = globalThis as unknown as Scan
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  for (const animation of document.getAnimations()) animation.finish()
  return visited
    .filter(({ element, look }) => lookOf(element) === look)
    .map(({ element }) => element.outerHTML.slice(0, 120))
}

/** For each control null if the focus has reached it, else its name. */
export function namesUnlessReached(controls: Element[]): (string | null)[] {
  const { visited } = globalThis as unknown as Scan
  const reachedElements = new Set(visited.map(({ element }) => element))
  return controls.map((control) => {
    if (reachedElements.has(control)) return null
    return control.getAttribute('aria-label') ?? control.textContent ?? ''
  })
}
