import { page } from 'vitest/browser'
import { DESKTOP, PHONE } from './screen.ts'

/** Whether `npm run test:hard` runs. */
export const isAtLength = import.meta.env.KERF_TEST_AT_LENGTH === 'yes'

/**
 * Shows the app on one of both screens, in one of both themes. `npm test` checks a phone in the dark theme, where space
 * is smallest; `npm run test:hard` checks a desktop in the light theme.
 */
export async function showOnOneOfBothScreens(): Promise<void> {
  const { width, height } = isAtLength ? DESKTOP : PHONE
  await page.viewport(width, height)
  document.documentElement.dataset.theme = isAtLength ? 'light' : 'dark'
}
