import { expect, it as vitestIt } from 'vitest'
import { DESKTOP, PHONE } from './browser.ts'
import { findThemeFaults } from './find-accessibility-faults.ts'
import type { Visit } from './visit.ts'

type Journey = (name: string, journey: () => Promise<void>) => void

const runsElsewhere: Journey = () => undefined

/** `npm run test:hard` is running: it takes the journeys that `npm test` leaves out, of every file that imports this one. */
export const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

/** In a file that has journeys of both kinds, one that `npm test` takes. */
export const it: Journey = isAtLength ? runsElsewhere : vitestIt

/** One whose promise is shown in short elsewhere, by another journey or below the page: `npm run test:hard` takes it. */
export const itAtLength: Journey = isAtLength ? vitestIt : runsElsewhere

const SMALL = { name: 'a phone in the dark', screen: PHONE, dark: true }
const LARGE = { name: 'a desktop in the light', screen: DESKTOP, dark: false }

/**
 * For pages that are the same on both screens but for where things stand, and in both themes but for the colours: `npm test`
 * looks at the narrow one, on which less fits and nothing is left out, `npm run test:hard` at the wide one.
 */
export const ONE_OF_BOTH_SCREENS = isAtLength ? [LARGE] : [SMALL]

/** For a part of a page, which stands below the same rules as its page: `npm test` looks at it on a phone in the light alone. */
const ITS_SCREENS = isAtLength ? [PHONE, DESKTOP] : [PHONE]
const ITS_THEMES = isAtLength ? (['light', 'dark'] as const) : (['light'] as const)

/** On those screens and in those themes. Leaves the page on a desktop. */
export async function expectGoodLooks(visit: Visit, what: string): Promise<void> {
  for (const screen of ITS_SCREENS) {
    await visit.page.setViewportSize(screen)
    for (const theme of ITS_THEMES) {
      await visit.page.emulateMedia({ colorScheme: theme })
      expect(await findThemeFaults(visit.page, theme), `${what}, ${screen.width}, ${theme}`).toEqual([])
      await visit.expectToFit(what)
    }
  }
  await visit.page.setViewportSize(DESKTOP)
}
