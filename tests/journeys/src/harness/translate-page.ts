import type { Page } from 'playwright-core'

/**
 * Translates the pages that a tab loads from now on, as Chrome does. When the app is ready, `<font>` elements replace
 * the texts, at once and whenever texts appear or change. The words stay the same, so that a journey finds them.
 *
 * `wrapping` moves the page's text nodes into the new elements, `replacing` removes them from the page.
 */
export async function translatePages(page: Page, method: 'replacing' | 'wrapping'): Promise<void> {
  await page.addInitScript(keepTranslating, method)
}

function keepTranslating(method: 'replacing' | 'wrapping'): void {
  const ignoredElements = 'font, [translate=no], script, style, noscript, textarea, select, svg'
  function translate(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root.nodeType === Node.TEXT_NODE ? [root as Text] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(ignoredElements)) continue
      const [outerFont, innerFont] = [document.createElement('font'), document.createElement('font')]
      outerFont.append(innerFont)
      text.replaceWith(outerFont)
      innerFont.append(method === 'wrapping' ? text : text.data)
    }
  }
  const start = (): void => {
    translate(document.body)
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) translate(node)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  new MutationObserver((_, observer) => {
    if (!document.documentElement.matches('[data-alive]')) return
    observer.disconnect()
    start()
  }).observe(document, { attributes: true, subtree: true })
}

/**
 * Texts in the app that React holds as separate nodes. A translator would leave them stale. Blank texts are not
 * translated.
 */
export function textsHeldByReact(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT)
    const heldTexts: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber'))
      if (isHeld && text.data.trim() !== '') heldTexts.push(text.data)
    }
    return heldTexts
  })
}
