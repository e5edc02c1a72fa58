import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type BrowserType, chromium, type LaunchOptions } from 'playwright'
import { afterAll } from 'vitest'
import { build } from 'vite'
import { chromiumLaunchOptions } from '../../../../../tests/journeys/src/harness/packaged-chromium.ts'
import type { CodecCommands } from './codec-worker.ts'

const PAGE = '<!doctype html><title>codecs</title>'
/** The policy of the product: WebAssembly is allowed, and nothing is evaluated. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'"

export interface CodecPage {
  run<Name extends keyof CodecCommands>(
    command: Name,
    ...values: Parameters<CodecCommands[Name]>
  ): Promise<Awaited<ReturnType<CodecCommands[Name]>>>
  /** Addresses that the page asked for. */
  requests: string[]
  close(): Promise<void>
}

/** Opens a page whose worker runs the codecs of a browser. */
export async function openCodecPage(
  browserType: BrowserType = chromium,
  launchOptions?: LaunchOptions,
): Promise<CodecPage> {
  const directory = temporaryDirectory()
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      outDir: directory,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: { worker: join(import.meta.dirname, 'codec-worker.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    response.setHeader('content-security-policy', POLICY)
    if (!path.endsWith('.js')) return response.setHeader('content-type', 'text/html').end(PAGE)
    const script = await readFile(join(directory, path)).catch(() => null)
    response.setHeader('content-type', 'text/javascript')
    response.statusCode = script ? 200 : 404
    return response.end(script ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const browser = await browserType.launch(launchOptions ?? (await chromiumLaunchOptions()))
  const page = await browser.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  await page.evaluate(() => {
    const worker = new Worker('/worker.js', { type: 'module' })
    Object.assign(globalThis, { codecWorker: worker })
    return new Promise<void>((resolve, reject) => {
      worker.onmessage = () => resolve()
      worker.onerror = (event) => reject(new Error(event.message))
    })
  })
  return {
    requests,
    async run(command, ...values) {
      const answer = await page.evaluate(
        (message) => {
          const { codecWorker } = globalThis as unknown as { codecWorker: Worker }
          return new Promise<{ result: unknown; error?: string; stack?: string }>((resolve) => {
            codecWorker.onmessage = ({ data }) => resolve(data)
            codecWorker.postMessage(message)
          })
        },
        { command, values } as { command: string; values: unknown[] },
      )
      if (answer.error) throw new Error(answer.error, { cause: answer.stack })
      return answer.result as never
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The page of a test file, which closes when its tests have run. */
export function codecPage(): () => Promise<CodecPage> {
  let opening: Promise<CodecPage> | null = null
  afterAll(async () => {
    await (await opening)?.close()
  })
  return () => {
    opening ??= openCodecPage()
    return opening
  }
}
