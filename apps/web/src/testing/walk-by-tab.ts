import { page, userEvent } from 'vitest/browser'
import * as scan from './focus-scan.ts'

const CONTROL_ROLES = ['link', 'button', 'textbox', 'slider'] as const
const MAX_PRESSES = 500

/**
 * Presses Tab from the top of the page until the focus is back at the top, and compares the focused controls with the
 * usable ones. `missed` are usable controls that never got the focus; `unmarked` are controls that look the same with
 * and without it.
 */
export async function walkByTab() {
  await scan.goToTop()
  scan.startScan()
  for (let presses = 0; presses < MAX_PRESSES && !scan.hasComeRound(); presses += 1) await userEvent.tab()
  const unmarkedElements = scan.findUnmarked()
  const missedElements: string[] = []
  let reachedCount = 0
  for (const role of CONTROL_ROLES) {
    const usableControls = page
      .getByRole(role, { disabled: false })
      .elements()
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    for (const name of scan.namesUnlessReached(usableControls)) {
      if (name === null) reachedCount += 1
      else missedElements.push(`${role} ${name}`)
    }
  }
  return { missed: missedElements, unmarked: unmarkedElements, reached: reachedCount }
}
