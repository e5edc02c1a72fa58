import { readFile } from 'node:fs/promises'
import type { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>['browser']

/** Peak memory of the largest process with pages, in bytes: resident, the browser's code included. */
export async function mostRendererBytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024
    })
  return Math.max(...(await Promise.all(peaks)))
}
