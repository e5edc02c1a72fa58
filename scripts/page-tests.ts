import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { chromiumLaunchOptions } from '../tests/journeys/src/harness/packaged-chromium.ts'

/** The project of tests that show pages of the app in a browser, without a server. */
export async function createPageTests(
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): Promise<TestProjectInlineConfiguration> {
  // Dependencies are bundled again in each run: two runs that share a folder would overwrite each other's files.
  const cacheDir = mkdtempSync(join(tmpdir(), 'kerf-page-tests-'))
  process.once('exit', () => rmSync(cacheDir, { recursive: true, force: true }))
  return {
    extends: './apps/web/vite.config.ts',
    cacheDir,
    // React as it is in the product: its development build takes three times as long.
    oxc: { jsx: { development: false } },
    optimizeDeps: { rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } } },
    test: {
      setupFiles: ['apps/web/src/testing/setup.ts'],
      // These tests run after all others, in one browser: two of its tabs keep two cores busy.
      sequence: { groupOrder: 1 },
      maxWorkers: 2,
      isolate: false,
      api: { port: 0 },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 1440, height: 900 },
        provider: playwright({
          launchOptions: await chromiumLaunchOptions(),
          contextOptions: {
            locale: 'en-GB',
            timezoneId: 'Europe/Berlin',
            reducedMotion: 'reduce',
            permissions: ['clipboard-read', 'clipboard-write'],
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
      ...test,
    },
  }
}
