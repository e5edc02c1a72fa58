import { launchBrowser, PHONE } from '../../tests/journeys/src/harness/browser.ts'
import { startKerf } from '../../tests/journeys/src/harness/start-kerf.ts'

/**
 * When a visitor with a slow phone sees the page: the largest contentful paint on a network of 1.6 Mbit/s with a round trip of
 * 150 ms, and a processor four times slower than this machine's, from an empty cache. In turns, the median of each page.
 */
const PAGES = ['/', '/subscription', '/terms']
const ROUNDS = 5
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const SLOWER_PROCESSOR = 4

interface Paint {
  firstMilliseconds: number
  largestMilliseconds: number
  kilobytes: number
}

const kerf = await startKerf()
const { browser, close } = await launchBrowser()
const paints = new Map<string, Paint[]>(PAGES.map((path) => [path, []]))
try {
  for (let round = 0; round < ROUNDS; round++)
    for (const path of PAGES) paints.get(path)?.push(await paintOf(new URL(path, kerf.url).href))
} finally {
  await close()
  await kerf.dispose()
}

console.log('page            first paint   largest paint   transferred')
for (const [path, seen] of paints) {
  const middle = (pick: (paint: Paint) => number): string => Math.round(median(seen.map(pick))).toString()
  const [first, largest] = [middle((paint) => paint.firstMilliseconds), middle((paint) => paint.largestMilliseconds)]
  console.log(
    `${path.padEnd(14)} ${first.padStart(9)} ms ${largest.padStart(12)} ms ${middle((paint) => paint.kilobytes).padStart(10)} kB`,
  )
}

async function paintOf(url: string): Promise<Paint> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 3 })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  let bytes = 0
  devtools.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const seen = await page.evaluate(
    () =>
      new Promise<{ first: number; largest: number }>((resolve) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
        new PerformanceObserver((list) => {
          resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? Number.NaN })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return { firstMilliseconds: seen.first, largestMilliseconds: seen.largest, kilobytes: bytes / 1000 }
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
