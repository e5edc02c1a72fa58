import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** Source of axe, minified because every page parses it again. */
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

/** Faults that axe finds after all transitions have finished, one line each: rule, place and reason. */
export function findAccessibilityFaults(page: Page): Promise<string[]> {
  return findFaults(page, {})
}

/** Faults that depend on colours, for a page that was checked in another theme. */
function findColourFaults(page: Page): Promise<string[]> {
  return findFaults(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
}

/**
 * Faults of a page that is checked in both themes: all rules in the light theme, only those about colours in the dark
 * one.
 */
export function findThemeFaults(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  return theme === 'light' ? findAccessibilityFaults(page) : findColourFaults(page)
}

async function findFaults(page: Page, options: RunOptions): Promise<string[]> {
  await waitUntilAtRest(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  // Passing rules are not reported. Style sheets are not preloaded, because each check would read them again.
  const { violations } = await page.evaluate((runOptions) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return axe.run({ ...runOptions, preload: { assets: ['media'] }, resultTypes: ['violations'] })
  }, options)
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}
