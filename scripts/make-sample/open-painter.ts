import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
// Only for what it says about `window`.
import type {} from './painting-page.ts'
import { servePainting } from './serve-painting.ts'

/** A headless browser that paints the film. Several pictures may be ordered at once. */
export interface Painter {
  /** One frame of 1920 x 1080 as a PNG. */
  paintFrame(frameNumber: number): Promise<Buffer>
  /** One frame without timecode, as a JPEG. */
  paintPoster(frameNumber: number, width: number, height: number): Promise<Buffer>
  /** A sheet of frames, one a second, as a JPEG. */
  paintFilmstrip(columns: number, frameWidth: number, frameHeight: number): Promise<Buffer>
  close(): Promise<void>
}

const require = createRequire(import.meta.url)
const timecodeFont = require.resolve('@fontsource-variable/martian-mono/files/martian-mono-latin-standard-normal.woff2')

/** Starts the browser on a page that this process serves on the loopback interface. */
export async function openPainter(): Promise<Painter> {
  const served = await servePainting(import.meta.dirname, timecodeFont)
  // On a machine without a browser's usual libraries the packaged one unpacks its own, if it is told to.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  const browser = await chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
  const page = await browser.newPage()
  await page.goto(served.address)
  await page.waitForFunction(() => 'painting' in window)
  await page.evaluate(() => window.painting.prepare())

  return {
    async paintFrame(...order) {
      const { path, picture } = served.expectPicture()
      await page.evaluate((args) => window.painting.sendFrame(...args), [path, ...order] as const)
      return picture
    },
    async paintPoster(...order) {
      const { path, picture } = served.expectPicture()
      await page.evaluate((args) => window.painting.sendPoster(...args), [path, ...order] as const)
      return picture
    },
    async paintFilmstrip(...order) {
      const { path, picture } = served.expectPicture()
      await page.evaluate((args) => window.painting.sendFilmstrip(...args), [path, ...order] as const)
      return picture
    },
    async close() {
      await browser.close()
      served.close()
    },
  }
}
