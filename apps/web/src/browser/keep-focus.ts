/**
 * For the `ref` of a page or a part of one. A button may go with its row, or with what it was for: the keyboard then stays in
 * its section, or nearer where something around it can have the focus, and is not back at the top of the page.
 */
export function keepFocus(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined
  let around: Element[] = []
  place.addEventListener('focusin', ({ target }) => {
    around = []
    for (let at = target as Element | null; at; at = at.parentElement) around.push(at)
  })
  const changes = new MutationObserver(() => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
    const left = around.find((element) => element.isConnected)?.closest<HTMLElement>('section, [tabindex]')
    if (!left) return
    if (!left.hasAttribute('tabindex')) left.tabIndex = -1
    left.focus({ preventScroll: true })
  })
  changes.observe(place, { childList: true, subtree: true })
  return () => changes.disconnect()
}
