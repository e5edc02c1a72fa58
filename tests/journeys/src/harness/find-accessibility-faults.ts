import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe has to say against the page as it stands, one line for each fault: rule, where, and why. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}
