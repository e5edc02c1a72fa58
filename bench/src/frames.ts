import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { launchBrowser, openPage } from '../../tests/journeys/src/harness/browser.ts'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { startKerf } from '../../tests/journeys/src/harness/servers/start-kerf.ts'
import { describeMachine, markdownTable, median, writeResult } from './figures.ts'
import { ROUND_TRIP_MILLISECONDS, startMediaServer } from './media-server.ts'
import { readArguments } from './read-arguments.ts'

readArguments(
  `npm run bench:frames
Measures the wait for the frame at a handle and for the edges of a clip, in a real browser.`,
  {},
)
const FRAME_RATE = 30
const GOP_FRAMES = 60
const VIDEO_SECONDS = 120
const TRY_COUNT = 15
const EDGE_ATTEMPT_COUNT = 7
/** Time between two presses of a fast user. */
const PRESS_INTERVAL_MILLISECONDS = 150
const DRAG_MOVE_COUNT = 120
const PROCESSOR_SLOWDOWN = 4

type BrowserPage = Awaited<ReturnType<typeof openPage>>['page']
type Row = readonly [what: string, figure: string, goal: string]
const rows: Row[] = []
const random = seededRandom(42)
const folder = await mkdtemp(join(tmpdir(), 'kerf-frames-'))
const { videoPath } = await makeStampedMedia(
  {
    width: 640,
    height: 360,
    frameRate: [FRAME_RATE, 1],
    frames: VIDEO_SECONDS * FRAME_RATE,
    gopFrames: GOP_FRAMES,
    bFrames: 2,
    video: 'h264',
    audio: 'aac',
    layout: 'plain',
  },
  folder,
  'video',
)
const media = await startMediaServer([{ seconds: VIDEO_SECONDS, videoPath: videoPath!, audioPath: null }])
const link = media.urlOf(videoPath!)
const kerf = await startKerf({ environment: { SOURCES: 'media', OUTBOUND_ALLOW: new URL(link).host } })
const { browser, close } = await launchBrowser()
try {
  const { page } = await openPage(browser, `${kerf.url}/?url=${encodeURIComponent(link)}&start=20&end=110`)
  await page.locator('#monitor canvas[data-frame-seconds]').waitFor()
  await measureSteps(page)
  await measureJumps(page)
  await measureEdges(page)
  await measureDrag(page)
} finally {
  await close()
  await kerf.dispose()
  await media.close()
  await rm(folder, { recursive: true })
}
await writeResult(
  'frames.md',
  [
    '# The frame at the handle',
    `${describeMachine()}; load average ${loadavg()[0]!.toFixed(1)} after. A stamped video of ${VIDEO_SECONDS} s, a keyframe every ${GOP_FRAMES / FRAME_RATE} s, from a server ${ROUND_TRIP_MILLISECONDS} ms away. Server, browser and video share the cores. Medians, with the longest in brackets.`,
    `${markdownTable('what | ms | goal', rows)}\n`,
  ].join('\n\n'),
)

function addRow(label: string, milliseconds: readonly number[], goal = ''): void {
  rows.push([label, `${median(milliseconds).toFixed(1)} (${Math.max(...milliseconds).toFixed(1)})`, goal])
}

/** Presses "1 frame later" inside a GOP and at its last frame. */
async function measureSteps(page: BrowserPage): Promise<void> {
  const stepsInGop: number[] = []
  const stepsToNextGop: number[] = []
  for (let attempt = 0; attempt < TRY_COUNT; attempt++) {
    const lastOfGop = (11 + attempt) * GOP_FRAMES - 1
    await typeTime(page, 'Start Time', (lastOfGop - 2) / FRAME_RATE)
    stepsInGop.push(await pressAndWait(page, 'Start Time, 1 frame later'))
    await page.waitForTimeout(PRESS_INTERVAL_MILLISECONDS)
    await pressAndWait(page, 'Start Time, 1 frame later')
    await page.waitForTimeout(PRESS_INTERVAL_MILLISECONDS)
    stepsToNextGop.push(await pressAndWait(page, 'Start Time, 1 frame later'))
  }
  addRow('a step of one frame within a GOP, until it is drawn', stepsInGop, '<= 16')
  addRow('a step into the next GOP', stepsToNextGop, '<= 150')
}

/** Types times whose GOP is not loaded yet. */
async function measureJumps(page: BrowserPage): Promise<void> {
  const times: number[] = []
  for (let attempt = 0; attempt < TRY_COUNT; attempt++)
    times.push(await typeTime(page, 'Start Time', 41 + random() * 60))
  addRow('a typed time far away', times)
}

/** Plays the edges of different ranges, so that none is cached. */
async function measureEdges(page: BrowserPage): Promise<void> {
  const times: number[] = []
  for (let attempt = 0; attempt < EDGE_ATTEMPT_COUNT; attempt++) {
    await typeTime(page, 'Start Time', 30 + random() * 60)
    times.push(
      await page.evaluate(async () => {
        const find = <E extends Element>(selector: string): Promise<E> =>
          new Promise((resolve) => {
            const lookForElement = (): void => {
              const element = document.querySelector<E>(selector)
              if (element) resolve(element)
              else requestAnimationFrame(lookForElement)
            }
            lookForElement()
          })
        const buttons = [...document.querySelectorAll('button')]
        const startedAt = performance.now()
        buttons.find(({ textContent }) => textContent === 'Play the edges')!.click()
        const video = await find<HTMLVideoElement>('#monitor video[aria-label*="as it will be cut"]')
        await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
        return performance.now() - startedAt
      }),
    )
    await page.getByRole('button', { name: 'Close the edges' }).click()
  }
  addRow('the first frame of the edges', times, '<= 800')
}

/** Time between two frames of the page while the mouse drags a handle, on a throttled processor. */
async function measureDrag(page: BrowserPage): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
  const idleTimes = await frameTimes(page, () => page.waitForTimeout(2_000))
  const box = (await page.getByRole('slider', { name: 'Start', exact: true }).boundingBox())!
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  const dragTimes = await frameTimes(page, async () => {
    for (let move = 1; move <= DRAG_MOVE_COUNT; move++) await page.mouse.move(x - move * 2, y)
  })
  await page.mouse.up()
  addRow(`between two frames of the page, a processor ${PROCESSOR_SLOWDOWN} times slower, at rest`, idleTimes)
  addRow(
    `between two frames of the page, a processor ${PROCESSOR_SLOWDOWN} times slower, during a drag`,
    dragTimes,
    '<= 20',
  )
}

async function frameTimes(page: BrowserPage, during: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { frameTimes: times })
    const addTime = (time: number): void => {
      times.push(time)
      requestAnimationFrame(addTime)
    }
    requestAnimationFrame(addTime)
  })
  await during()
  return page.evaluate(() => {
    const { frameTimes: times } = globalThis as unknown as { frameTimes: number[] }
    return times.slice(1).map((time, index) => time - times[index]!)
  })
}

/** Types a time and returns the milliseconds from Enter until its frame is drawn. */
async function typeTime(page: BrowserPage, name: 'Start Time', seconds: number): Promise<number> {
  const field = page.getByRole('textbox', { name })
  await field.fill(seconds.toFixed(3))
  const wait = waitForFrame(page)
  await field.press('Enter')
  return wait
}

async function pressAndWait(page: BrowserPage, button: string): Promise<number> {
  const wait = waitForFrame(page)
  await page.getByRole('button', { name: button }).click()
  return wait
}

/** Milliseconds from the next key press or click until the monitor shows another frame. */
function waitForFrame(page: BrowserPage): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const readShownSeconds = (): string | undefined =>
          document.querySelector<HTMLElement>('#monitor canvas[data-frame-seconds]')?.dataset.frameSeconds
        const oldSeconds = readShownSeconds()
        let startedAt = 0
        const setStart = (): void => {
          startedAt = performance.now()
        }
        for (const event of ['click', 'keydown']) addEventListener(event, setStart, { capture: true, once: true })
        const observer = new MutationObserver(() => {
          if (readShownSeconds() === oldSeconds || readShownSeconds() === undefined) return
          observer.disconnect()
          resolve(performance.now() - startedAt)
        })
        observer.observe(document.querySelector('#monitor')!, { subtree: true, childList: true, attributes: true })
      }),
  )
}
