import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified one: every page parses it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Resolves once all transitions have finished: colours are wrong in the middle of a fade.
 * It does not wait for spinners, which never finish.
 */
async function waitUntilAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
      .every((animation) => animation.playState !== 'running'),
  )
}

/** The faults that axe finds once transitions have finished, one line each: rule, place and reason. */
export function findAccessibilityFaults(page: Page): Promise<string[]> {
  return findFaults(page, {})
}

/** Those of a page that was looked at already, and now has other colours. */
function findColourFaults(page: Page): Promise<string[]> {
  return findFaults(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
}

/** For a page that is looked at in both themes: everything in the light one, what its colours may change in the dark one. */
export function findThemeFaults(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  return theme === 'light' ? findAccessibilityFaults(page) : findColourFaults(page)
}

async function findFaults(page: Page, options: RunOptions): Promise<string[]> {
  await waitUntilAtRest(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  // The same rules are tried; of those that hold, nothing is written down. And none of them asks for the style sheets, which
  // would be read once more for every look.
  const { violations } = await page.evaluate((given) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return axe.run({ ...given, preload: { assets: ['media'] }, resultTypes: ['violations'] })
  }, options)
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}
