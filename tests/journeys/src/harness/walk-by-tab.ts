import type { Page } from 'playwright-core'
import * as scan from '../../../../apps/web/src/testing/focus-scan.ts'

const CONTROLS = ['link', 'button', 'textbox', 'slider'] as const
const MAX_PRESSES = 500
/** Presses between two checks. A check after each press would take as long as the presses. */
const PRESS_COUNT_BETWEEN_CHECKS = 8

/**
 * Presses Tab from the top of the page until the focus is back at the top, and compares the focused controls with the
 * usable ones. `missed` are usable controls without a stop; `unmarked`, those that look the same with and without the
 * focus.
 */
export async function walkByTab(page: Page) {
  await page.evaluate(scan.goToTop)
  await page.evaluate(scan.startScan)
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab')
    if (presses % PRESS_COUNT_BETWEEN_CHECKS === 0 && (await page.evaluate(scan.hasComeRound))) break
  }
  const unmarkedElements = await page.evaluate(scan.findUnmarked)
  const missedElements: string[] = []
  let reachedCount = 0
  for (const role of CONTROLS) {
    const usableControls = page.getByRole(role, { disabled: false }).filter({ visible: true })
    for (const name of await usableControls.evaluateAll(scan.namesUnlessReached)) {
      if (name === null) reachedCount += 1
      else missedElements.push(`${role} ${name}`)
    }
  }
  return { missed: missedElements, unmarked: unmarkedElements, reached: reachedCount }
}
