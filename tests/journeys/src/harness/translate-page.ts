import type { Page } from 'playwright-core'

/**
 * Translates the pages that a tab loads from now on, as Chrome does: once a page is complete, `<font>` elements take the place of texts, at once
 * and whenever texts appear or change. A text is its own translation, so that a journey finds it.
 *
 * `wrapping` leaves the page's text nodes in the new elements, `replacing` takes them out of the page.
 */
export async function translatePages(page: Page, how: 'replacing' | 'wrapping'): Promise<void> {
  await page.addInitScript(translateForEver, how)
}

function translateForEver(how: 'replacing' | 'wrapping'): void {
  const untouched = 'font, [translate=no], script, style, noscript, textarea, select, svg'
  function translate(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root.nodeType === Node.TEXT_NODE ? [root as Text] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(untouched)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      text.replaceWith(outer)
      inner.append(how === 'wrapping' ? text : text.data)
    }
  }
  const start = (): void => {
    translate(document.body)
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) translate(node)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  new MutationObserver((_, alive) => {
    if (!document.documentElement.matches('[data-alive]')) return
    alive.disconnect()
    start()
  }).observe(document, { attributes: true, subtree: true })
}

/** The texts in the app that React holds as nodes of their own: those that a translator would leave stale. Blanks are not translated. */
export function textsHeldByReact(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT)
    const held: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber'))
      if (isHeld && text.data.trim() !== '') held.push(text.data)
    }
    return held
  })
}
