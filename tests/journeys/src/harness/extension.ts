import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { buildExtension } from '../../../../apps/extension/build.ts'
import { findProgram } from './find-program.ts'

export { buildExtension }

/** A Chromium that takes extensions, unlike the Chromium of the npm package. */
export const extensionBrowser = findProgram('chromium')

/** Builds the extension and opens a browser with it, which sees the stand-in as YouTube. */
export async function browserWithExtension(
  executablePath: string,
  proxyUrl: string,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-extension-'))
  const builtFolder = await buildExtension(folder, 'chrome')
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      `--proxy-server=${proxyUrl}`,
      '--ignore-certificate-errors',
      `--disable-extensions-except=${builtFolder}`,
      `--load-extension=${builtFolder}`,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  return {
    context,
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
