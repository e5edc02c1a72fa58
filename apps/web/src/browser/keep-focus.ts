/**
 * Callback for the `ref` of a page or a part of one. When the focused element is removed, the focus moves to the
 * nearest remaining ancestor that is a section or focusable. Otherwise the browser would move the focus to the top of
 * the page.
 */
export function keepFocus(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return undefined
  let ancestors: Element[] = []
  container.addEventListener('focusin', ({ target }) => {
    ancestors = []
    for (let element = target as Element | null; element; element = element.parentElement) ancestors.push(element)
  })
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || ancestors[0]?.isConnected !== false) return
    const section = ancestors.find((element) => element.isConnected)?.closest<HTMLElement>('section, [tabindex]')
    if (!section) return
    if (!section.hasAttribute('tabindex')) section.tabIndex = -1
    section.focus({ preventScroll: true })
  })
  observer.observe(container, { childList: true, subtree: true })
  return () => observer.disconnect()
}
