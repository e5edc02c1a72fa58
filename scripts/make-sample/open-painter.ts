import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { chromium } from 'playwright-core'
import type {} from './painting-page.ts'

/** A headless browser that paints the film. */
export interface Painter {
  /** One frame as RGBA, row by row. */
  paintPixels(frameNumber: number, width: number, height: number): Promise<Buffer>
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
  const painted: Buffer[] = []
  const server = createServer((request, response) => {
    answer(request, response, painted).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  // On a machine without a browser's usual libraries the packaged one unpacks its own, if it is told to.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  const browser = await chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForFunction(() => 'painting' in window)
  await page.evaluate(() => window.painting.prepare())

  const takePainted = (): Buffer => {
    const picture = painted.shift()
    if (!picture) throw new Error('The page has sent no picture')
    return picture
  }

  return {
    async paintPixels(...order) {
      await page.evaluate((args) => window.painting.sendPixels(...args), order)
      return takePainted()
    },
    async paintPoster(...order) {
      await page.evaluate((args) => window.painting.sendPoster(...args), order)
      return takePainted()
    },
    async paintFilmstrip(...order) {
      await page.evaluate((args) => window.painting.sendFilmstrip(...args), order)
      return takePainted()
    },
    async close() {
      await browser.close()
      server.close()
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, painted: Buffer[]): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://painter').pathname
  if (request.method === 'POST') {
    painted.push(await buffer(request))
    response.end()
  } else if (path === '/') {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><script type="module" src="/painting-page.ts"></script>')
  } else if (path === '/timecode-font.woff2') {
    response.end(await readFile(timecodeFont))
  } else if (path.endsWith('.ts')) {
    const source = await readFile(join(import.meta.dirname, normalize(path)), 'utf8')
    response.setHeader('content-type', 'text/javascript')
    response.end(stripTypeScriptTypes(source))
  } else {
    response.writeHead(404).end()
  }
}
