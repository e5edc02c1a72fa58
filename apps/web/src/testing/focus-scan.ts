// Each function uses nothing outside itself, so that a journey can send it to the browser and run it in the page.

interface Scan {
  visited: { element: Element; look: string }[]
  hasRepeated: boolean
  lookOf(element: Element): string
}

/**
 * Moves the focus to the top of the page. Then it waits for two frames, in which elements react to the new scroll
 * position.
 */
export async function goToTop(): Promise<void> {
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  scrollTo({ top: 0, behavior: 'instant' })
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
}

/** Records each control that gets the focus, until one repeats. */
export function startScan(): void {
  const scan = globalThis as unknown as Scan
  scan.visited = []
  scan.lookOf = (element) => {
    const elementLooks: string[] = []
    for (const part of [element, element.parentElement ?? element]) {
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(part, pseudo)
        const { outlineStyle, outlineWidth, boxShadow, backgroundColor, borderColor, textDecorationLine } = style
        const outline = outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth}`
        elementLooks.push(
          [outline, boxShadow, backgroundColor, borderColor, textDecorationLine, style.transform].join('|'),
        )
      }
    }
    return elementLooks.join('\n')
  }
  scan.hasRepeated = false
  const recordFocus = ({ target }: FocusEvent): void => {
    const focusedElement = target as Element
    // Some elements pass the focus on at once.
    if (focusedElement !== document.activeElement) return
    scan.hasRepeated ||= scan.visited.some(({ element }) => element === focusedElement)
    if (scan.hasRepeated) removeEventListener('focusin', recordFocus)
    else {
      // Transitions are finished first, because they would show an intermediate look.
      for (const animation of document.getAnimations()) animation.finish()
      scan.visited.push({ element: focusedElement, look: scan.lookOf(focusedElement) })
    }
  }
  addEventListener('focusin', recordFocus)
}

/** Whether the focus has come back to a control that it had before. */
export function hasComeRound(): boolean {
  return (globalThis as unknown as Scan).hasRepeated
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
