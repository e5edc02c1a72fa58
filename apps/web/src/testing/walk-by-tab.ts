import { page, userEvent } from 'vitest/browser'
import * as scan from './focus-scan.ts'

const CONTROLS = ['link', 'button', 'textbox', 'slider'] as const
const MOST_PRESSES = 500

/**
 * Presses Tab from the top of the page until the focus is back at the top, and compares the focused controls with the
 * usable ones. `missed` are usable controls without a stop; `unmarked`, those that look the same with and without the
 * focus.
 */
export async function walkByTab() {
  await scan.goToTop()
  scan.startScan()
  for (let presses = 0; presses < MOST_PRESSES && !scan.hasComeRound(); presses += 1) await userEvent.tab()
  const unmarked = scan.findUnmarked()
  const missed: string[] = []
  let reachedCount = 0
  for (const role of CONTROLS) {
    const usable = page
      .getByRole(role, { disabled: false })
      .elements()
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    for (const name of scan.namesUnlessReached(usable)) {
      if (name === null) reachedCount += 1
      else missed.push(`${role} ${name}`)
    }
  }
  return { missed, unmarked, reached: reachedCount }
}
