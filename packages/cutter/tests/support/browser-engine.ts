import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import type { DrivenPage } from '../../../../tests/journeys/src/harness/browsers/driven-page.ts'
import { bundleForBrowser } from './browser-bundle.ts'
import type { BrowserCalls } from './browser-worker.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>['browser']
type BrowserPage = Awaited<ReturnType<Browser['newPage']>>

const BROWSER_WORKER = join(import.meta.dirname, 'browser-worker.ts')

/** The engine in a worker of a page that is open in a browser. */
export interface BrowserEngine<Calls = BrowserCalls> {
  /** Makes a call with the file that was chosen last. */
  call<Name extends keyof Calls & string>(
    name: Name,
    ...values: Calls[Name] extends (file: Blob, ...rest: infer Rest) => unknown ? Rest : never
  ): Promise<Calls[Name] extends (...values: never[]) => infer Answer ? Awaited<Answer> : never>
  /** Chooses a file, as a person does. */
  choose(path: string): Promise<void>
  /** Addresses of all requests of the page and its workers that are not for its own files. */
  readonly otherRequests: readonly string[]
  close(): Promise<void>
}

/** @param workerPath module that answers the calls */
export async function openBrowserEngine<Calls = BrowserCalls>(
  browser: Browser,
  workerPath = BROWSER_WORKER,
): Promise<BrowserEngine<Calls>> {
  const server = await serveEngine(workerPath)
  const context = await browser.newContext()
  const page = await context.newPage()
  const otherRequests: string[] = []
  context.on('request', (request) => {
    const address = request.url()
    // An address of a blob leads to memory of the page.
    if (!server.ownAddresses.has(address) && !address.startsWith('blob:')) otherRequests.push(address)
  })
  await page.goto(server.origin)
  await page.evaluate(startWorker)
  return {
    otherRequests,
    call: (name, ...values) => callWorker(page, name, values) as never,
    choose: (path) => page.setInputFiles('input', path),
    async close() {
      await context.close()
      server.close()
    },
  }
}

/** The engine in a browser of any family. No file can be chosen there: the page fetches it. */
export async function openDrivenEngine(page: DrivenPage): Promise<Omit<BrowserEngine, 'otherRequests'>> {
  const server = await serveEngine(BROWSER_WORKER)
  await page.goto(server.origin)
  await page.evaluate(startWorker)
  return {
    call: (name, ...values) => page.evaluate(callWithFetchedFile, name, values) as never,
    async choose(path) {
      server.chosenPath = path
    },
    async close() {
      await page.close()
      server.close()
    },
  }
}

/** Serves a page, the engine, and the file that was chosen last. */
async function serveEngine(workerPath: string) {
  const files = new Map((await bundleForBrowser(workerPath)).map((f) => [f.name, f]))
  const served = { chosenPath: '' }
  const server = createServer(async (request, response) => {
    if (request.url === '/chosen') return response.end(await readFile(served.chosenPath))
    const file = files.get(request.url!.slice(1))
    response.setHeader('content-type', file ? 'text/javascript' : 'text/html')
    response.end(file?.code ?? '<!doctype html><input type="file">')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ownAddresses = new Set(['', ...files.keys()].map((name) => `${origin}/${name}`))
  return Object.assign(served, { origin, ownAddresses, close: () => server.close() })
}

interface WorkerPage {
  worker: Worker
}

/** Runs in the page. */
function startWorker(): Promise<unknown> {
  const worker = new Worker('/engine.js', { type: 'module' })
  Object.assign(globalThis, { worker } satisfies WorkerPage)
  return new Promise((resolve, reject) => {
    worker.onmessage = resolve
    worker.onerror = ({ message }) => reject(new Error(message))
  }).then(() => null)
}

function callWorker(page: BrowserPage, name: string, values: unknown[]): Promise<unknown> {
  return page.evaluate(
    ([name, values]) => {
      const { worker } = globalThis as unknown as WorkerPage
      const file = document.querySelector('input')!.files![0]
      worker.postMessage([name, file, ...values])
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => ('error' in data ? reject(new Error(data.error)) : resolve(data.result))
      })
    },
    [name, values] as const,
  )
}

/** Runs in the page. */
async function callWithFetchedFile(name: string, values: unknown[]): Promise<unknown> {
  const { worker } = globalThis as unknown as WorkerPage
  const file = new File([await (await fetch('/chosen')).blob()], 'chosen')
  worker.postMessage([name, file, ...values])
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => ('error' in data ? reject(new Error(data.error)) : resolve(data.result))
  })
}
