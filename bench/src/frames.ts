import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { launchBrowser, openPage } from '../../tests/journeys/src/harness/browser.ts'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { startKerf } from '../../tests/journeys/src/harness/servers/start-kerf.ts'
import { machineWords, markdownTable, median, writeResult } from './figures.ts'
import { ROUND_TRIP_MILLISECONDS, startMediaServer } from './media-server.ts'

/** How long a person waits for the frame at a handle, and for the edges of a clip, in a real browser. */
const FRAME_RATE = 30
const GOP_FRAMES = 60
const VIDEO_SECONDS = 120
const TRIES = 15
const EDGE_TRIES = 7
/** Between two presses of a quick hand. */
const PRESS_MILLISECONDS = 150
const DRAG_MOVES = 120
const SLOWER_PROCESSOR = 4

type Page = Awaited<ReturnType<typeof openPage>>['page']
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
  await steps(page)
  await jumps(page)
  await edges(page)
  await drag(page)
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
    `${machineWords()}; load average ${loadavg()[0]!.toFixed(1)} after. A stamped video of ${VIDEO_SECONDS} s, a keyframe every ${GOP_FRAMES / FRAME_RATE} s, from a server ${ROUND_TRIP_MILLISECONDS} ms away. Server, browser and video share the cores. Medians, with the longest in brackets.`,
    `${markdownTable('what | ms | goal', rows)}\n`,
  ].join('\n\n'),
)

function note(what: string, milliseconds: readonly number[], goal = ''): void {
  rows.push([what, `${median(milliseconds).toFixed(1)} (${Math.max(...milliseconds).toFixed(1)})`, goal])
}

/** Presses of "1 frame later", from within a GOP and from its last frame. */
async function steps(page: Page): Promise<void> {
  const within: number[] = []
  const next: number[] = []
  for (let tried = 0; tried < TRIES; tried++) {
    const lastOfGop = (11 + tried) * GOP_FRAMES - 1
    await type(page, 'Start Time', (lastOfGop - 2) / FRAME_RATE)
    within.push(await shownAfter(page, 'Start Time, 1 frame later'))
    await page.waitForTimeout(PRESS_MILLISECONDS)
    await shownAfter(page, 'Start Time, 1 frame later')
    await page.waitForTimeout(PRESS_MILLISECONDS)
    next.push(await shownAfter(page, 'Start Time, 1 frame later'))
  }
  note('a step of one frame within a GOP, until it is drawn', within, '<= 16')
  note('a step into the next GOP', next, '<= 150')
}

/** A typed time anywhere, whose GOP nobody has asked for. */
async function jumps(page: Page): Promise<void> {
  const taken: number[] = []
  for (let tried = 0; tried < TRIES; tried++) taken.push(await type(page, 'Start Time', 41 + random() * 60))
  note('a typed time far away', taken)
}

/** Each range is another, so that nothing is cached. */
async function edges(page: Page): Promise<void> {
  const taken: number[] = []
  for (let tried = 0; tried < EDGE_TRIES; tried++) {
    await type(page, 'Start Time', 30 + random() * 60)
    taken.push(
      await page.evaluate(async () => {
        const find = <E extends Element>(selector: string): Promise<E> =>
          new Promise((resolve) => {
            const look = (): void => {
              const element = document.querySelector<E>(selector)
              if (element) resolve(element)
              else requestAnimationFrame(look)
            }
            look()
          })
        const buttons = [...document.querySelectorAll('button')]
        const from = performance.now()
        buttons.find(({ textContent }) => textContent === 'Play the edges')!.click()
        const video = await find<HTMLVideoElement>('#monitor video[aria-label*="as it will be cut"]')
        await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
        return performance.now() - from
      }),
    )
    await page.getByRole('button', { name: 'Close the edges' }).click()
  }
  note('the first frame of the edges', taken, '<= 800')
}

/** Time between two frames of the page while a handle is dragged by a mouse, on a processor that is so much slower. */
async function drag(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  const idle = await frameTimes(page, () => page.waitForTimeout(2_000))
  const box = (await page.getByRole('slider', { name: 'Start', exact: true }).boundingBox())!
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  const dragged = await frameTimes(page, async () => {
    for (let move = 1; move <= DRAG_MOVES; move++) await page.mouse.move(x - move * 2, y)
  })
  await page.mouse.up()
  note(`between two frames of the page, a processor ${SLOWER_PROCESSOR} times slower, at rest`, idle)
  note(`between two frames of the page, a processor ${SLOWER_PROCESSOR} times slower, during a drag`, dragged, '<= 20')
}

async function frameTimes(page: Page, during: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { frameTimes: times })
    const note = (time: number): void => {
      times.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await during()
  return page.evaluate(() => {
    const { frameTimes: times } = globalThis as unknown as { frameTimes: number[] }
    return times.slice(1).map((time, index) => time - times[index]!)
  })
}

/** Types a time; answers how long it takes from Enter until its frame is drawn. */
async function type(page: Page, name: 'Start Time', seconds: number): Promise<number> {
  const field = page.getByRole('textbox', { name })
  await field.fill(seconds.toFixed(3))
  const shown = drawn(page)
  await field.press('Enter')
  return shown
}

async function shownAfter(page: Page, button: string): Promise<number> {
  const shown = drawn(page)
  await page.getByRole('button', { name: button }).click()
  return shown
}

/** How long from the next press of a key or the mouse until the picture shows another frame. */
function drawn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const secondsShown = (): string | undefined =>
          document.querySelector<HTMLElement>('#monitor canvas[data-frame-seconds]')?.dataset.frameSeconds
        const before = secondsShown()
        let from = 0
        const begin = (): void => {
          from = performance.now()
        }
        for (const event of ['click', 'keydown']) addEventListener(event, begin, { capture: true, once: true })
        const observer = new MutationObserver(() => {
          if (secondsShown() === before || secondsShown() === undefined) return
          observer.disconnect()
          resolve(performance.now() - from)
        })
        observer.observe(document.querySelector('#monitor')!, { subtree: true, childList: true, attributes: true })
      }),
  )
}
