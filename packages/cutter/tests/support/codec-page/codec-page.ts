import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type BrowserType, chromium, type LaunchOptions } from 'playwright'
import { build } from 'vite'
import { afterAll } from 'vitest'
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
  /** Addresses that the page requested. */
  requests: string[]
  close(): Promise<void>
}

/** Opens a page whose worker runs the codecs of a browser. */
async function openCodecPage(browserType: BrowserType = chromium, launchOptions?: LaunchOptions): Promise<CodecPage> {
  const scripts = await bundledScripts()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    response.setHeader('content-security-policy', POLICY)
    const script = scripts.get(path)
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script ?? PAGE)
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

/** The worker of the codecs with its lazy chunks, by path. */
async function bundledScripts(): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      // A worker has no page to preload for.
      modulePreload: false,
      rolldownOptions: {
        input: { worker: join(import.meta.dirname, 'codec-worker.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  if (!('output' in result)) throw new Error('The bundler gave no scripts.')
  return new Map(result.output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])))
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
