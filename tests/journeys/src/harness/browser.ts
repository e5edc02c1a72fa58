import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'

/** The two screens that every journey is looked at on. */
export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1440, height: 900 }

/**
 * A real Chromium from an npm package: nothing has to be installed. The variable makes the package unpack the libraries that
 * bare machines lack; it must be set before the package is loaded.
 */
export async function launchBrowser(): Promise<{ browser: Browser; close(): Promise<void> }> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const profile = await mkdtemp(join(tmpdir(), 'kerf-browser-'))
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((arg) => !arg.startsWith('--headless')), '--disable-background-networking'],
    headless: true,
    downloadsPath: profile,
  })
  return {
    browser,
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

export interface OpenOptions {
  screen?: { width: number; height: number }
  dark?: boolean
}

/** A page of a fresh visitor. Console errors are collected: a journey that leaves some has failed. */
export async function openPage(browser: Browser, url: string, options: OpenOptions = {}): Promise<VisitedPage> {
  const screen = options.screen ?? DESKTOP
  const context = await browser.newContext({
    viewport: screen,
    hasTouch: screen.width < 600,
    isMobile: screen.width < 600,
    colorScheme: options.dark ? 'dark' : 'light',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(url)
  return { page, context, complaints }
}

export interface VisitedPage {
  page: Page
  context: BrowserContext
  complaints: string[]
}
