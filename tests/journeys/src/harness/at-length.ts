import { expect, it as vitestIt } from 'vitest'
import { DESKTOP, PHONE } from './browser.ts'
import { findThemeFaults } from './find-accessibility-faults.ts'
import type { Visit } from './visit.ts'

type Journey = (name: string, journey: () => Promise<void>) => void

const skipJourney: Journey = () => undefined

/**
 * Whether `npm run test:hard` runs. It takes the journeys that `npm test` leaves out, in all files that import this
 * module.
 */
export const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'

/** Registers a journey of `npm test`, in a file that has journeys of both kinds. */
export const it: Journey = isFullRun ? skipJourney : vitestIt

/**
 * Registers a journey of `npm run test:hard`. Another journey, or a test of a smaller part, covers the same promise in
 * `npm test`.
 */
export const itAtLength: Journey = isFullRun ? vitestIt : skipJourney

const SMALL_AND_DARK = { name: 'a phone in the dark', screen: PHONE, dark: true }
const LARGE_AND_LIGHT = { name: 'a desktop in the light', screen: DESKTOP, dark: false }

/**
 * Screen and theme for pages whose content is the same on both screens and in both themes. `npm test` checks a phone in
 * the dark theme, where space is smallest; `npm run test:hard` checks a desktop in the light theme.
 */
export const ONE_OF_BOTH_SCREENS = isFullRun ? [LARGE_AND_LIGHT] : [SMALL_AND_DARK]

/** Screens and themes for a part of a page. `npm test` checks it only on a phone in the light theme. */
const PART_SCREENS = isFullRun ? [PHONE, DESKTOP] : [PHONE]
const PART_THEMES = isFullRun ? (['light', 'dark'] as const) : (['light'] as const)

/** Checks accessibility and width on PART_SCREENS in PART_THEMES. Leaves the page at desktop size. */
export async function expectGoodLooks(visit: Visit, label: string): Promise<void> {
  for (const screen of PART_SCREENS) {
    await visit.page.setViewportSize(screen)
    for (const theme of PART_THEMES) {
      await visit.page.emulateMedia({ colorScheme: theme })
      expect(await findThemeFaults(visit.page, theme), `${label}, ${screen.width}, ${theme}`).toEqual([])
      await visit.expectToFit(label)
    }
  }
  await visit.page.setViewportSize(DESKTOP)
}
