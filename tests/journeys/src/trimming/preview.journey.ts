import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { visitSample } from '../harness/sample-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { dragByMouse, measureTimeline } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'
import { linkTo } from '../harness/youtube.ts'
import { readPlayerState, serveYoutubePlayer } from '../harness/youtube-player.ts'

const testbed = openTestbed({ youtube: false })

const SAMPLE_FRAME_RATE = 30
const FRAME_SECONDS = 1 / SAMPLE_FRAME_RATE

/** Number of the frame that the monitor shows; NaN while it is seeking. */
function readMonitorFrame(visit: Visit): Promise<number> {
  const player = visit.page.locator('#monitor video')
  return player.evaluate((element: Element, rate) => {
    const video = element as HTMLVideoElement
    return video.seeking ? Number.NaN : Math.floor(video.currentTime * rate)
  }, SAMPLE_FRAME_RATE)
}

const frameOf = (seconds: number): number => Math.round(seconds / FRAME_SECONDS)

/** Records the time of each frame that the player presents from now on. */
async function recordPresentedTimes(visit: Visit): Promise<() => Promise<number[]>> {
  const player = visit.page.locator('#monitor video').last()
  await player.evaluate((video: HTMLVideoElement) => {
    const times: number[] = []
    Object.assign(video, { shownTimes: times })
    video.requestVideoFrameCallback(function recordFrame(_, { mediaTime }) {
      times.push(mediaTime)
      video.requestVideoFrameCallback(recordFrame)
    })
  })
  return () => player.evaluate((video) => (video as HTMLVideoElement & { shownTimes: number[] }).shownTimes)
}

async function expectFrame(visit: Visit, seconds: number): Promise<void> {
  await expect.poll(() => readMonitorFrame(visit), PATIENTLY).toBe(Math.round(seconds * SAMPLE_FRAME_RATE))
}

it('the image follows the handles: the first frame, the last one, and the first again after the drag', async () => {
  const visit = await visitSample(testbed)
  const monitorVideo = visit.page.locator('#monitor video')
  expect(await monitorVideo.count()).toBe(0)
  const timeline = await measureTimeline(visit)
  await dragByMouse(visit, timeline.start, { x: 10 * timeline.pixelsPerSecond, y: 0 })
  const [start] = await visit.readRange()
  await expectFrame(visit, Math.ceil(start * SAMPLE_FRAME_RATE - 1e-6) / SAMPLE_FRAME_RATE)
  expect(await monitorVideo.evaluate((element: Element) => (element as HTMLVideoElement).paused)).toBe(true)

  await visit.typeTime('Start Time', '0:10')
  await visit.slider('End').focus()
  await visit.page.keyboard.press('Shift+ArrowLeft')
  await expectFrame(visit, 55 - FRAME_SECONDS)
  await visit.page.keyboard.press(',')
  await expectFrame(visit, 55 - 2 * FRAME_SECONDS)
  await visit.slider('Playhead').focus()
  await expectFrame(visit, 10)
  await visit.page.keyboard.press('Shift+ArrowRight')
  await expectFrame(visit, 5)
  await visit.page.keyboard.press('.')
  await expectFrame(visit, 5 + FRAME_SECONDS)
  // A step by one frame also moves an end.
  await visit.button('End Time, 1 frame earlier').click()
  await expectFrame(visit, 55 - 3 * FRAME_SECONDS)
})

describe('the open preview', () => {
  const readPreviewSeconds = (visit: Visit): Promise<number> =>
    visit.page
      .getByLabel('Preview of One day outside, in six shots')
      .evaluate((element: Element) => (element as HTMLVideoElement).currentTime)

  it('opens on the video by a key, and keeps the focus there', async () => {
    const visit = await visitSample(testbed)
    await visit.button('Play').press('Enter')
    await visit.button('Pause').waitFor()
    expect(await visit.page.locator('#monitor:focus-within').count()).toBe(1)
  })

  it('jumps to the moved handle, plays the selection, and steps by single frames', async () => {
    const visit = await visitSample(testbed, '&start=20&end=40')
    await expectFrame(visit, 20)
    await visit.button('Preview Selection').click()
    await visit.button('Pause').waitFor()
    await visit.slider('Start').focus()
    await visit.page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => readPreviewSeconds(visit), PATIENTLY).toBeGreaterThan(25.3)
    // The preview jumps to the last frame before the end, and then continues at the start.
    await visit.slider('End').focus()
    // The last frame before the end is shown for less than a second, which a slow machine may miss.
    const shownTimes = await recordPresentedTimes(visit)
    await visit.page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await shownTimes()).map(frameOf), PATIENTLY).toContain(frameOf(39 - FRAME_SECONDS))
    // A step starts at the playhead. The journey waits until the playhead has followed the player's jump.
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeLessThan(26)
    expect(await readPreviewSeconds(visit)).toBeGreaterThan(25)
    expect(await visit.button('Pause').isVisible()).toBe(true)

    await visit.button('One frame forward').click()
    await visit.button('Play').waitFor()
    const stepPosition = await visit.readPosition('Playhead')
    await expectFrame(visit, stepPosition)
    await visit.button('One frame forward').click()
    await expectFrame(visit, stepPosition + FRAME_SECONDS)
    await visit.page.keyboard.press(',')
    await visit.page.keyboard.press(',')
    await expectFrame(visit, stepPosition - FRAME_SECONDS)
    expect(await visit.readPosition('Playhead')).toBeCloseTo(stepPosition - FRAME_SECONDS, 2)
    await visit.button('Play').click()
    await visit.button('Pause').waitFor()
    // Playback starts again when it reaches the end.
    await expect
      .poll(async () => Math.abs((await visit.readPosition('Playhead')) - stepPosition), PATIENTLY)
      .toBeGreaterThan(0.2)
  })

  it("in YouTube's player shows frames of the filmstrip during a drag, and plays the new range after it", async () => {
    const visit = await testbed.visit()
    await serveYoutubePlayer(visit)
    await visit.submitLink(linkTo(videoIds.ordinary))
    await visit.arriveAtVideo('Stand-in test video')
    // Before the preview is open, a moved end shows its frame over the whole monitor.
    const readFilmstripFrame = () => visit.page.locator('#monitor canvas[data-frame]').getAttribute('data-frame')
    await visit.typeTime('End Time', '0:18')
    const frameAtEnd = await expect.poll(readFilmstripFrame, PATIENTLY).not.toBeNull().then(readFilmstripFrame)
    await visit.typeTime('Start Time', '0:02')
    await expect.poll(readFilmstripFrame, PATIENTLY).not.toBe(frameAtEnd)
    const boxOf = (selector: string) => visit.page.locator(selector).boundingBox()
    await expect.poll(() => boxOf('#monitor canvas[data-frame]'), PATIENTLY).toEqual(await boxOf('#monitor'))
    // Opening the preview moves nothing on the page. The page may scroll to the player.
    const measureBoxes = async () => {
      const scrollTop = await visit.page.evaluate(() => scrollY)
      const places = ['.about', '.aside > :last-child', '.trim-acts > :last-child', '.options']
      const placeBoxes = await Promise.all(places.map(boxOf))
      return placeBoxes.map((box) => box && { ...box, y: box.y + scrollTop })
    }
    const boxesBefore = await measureBoxes()
    await visit.button('Preview Selection').click()
    await visit.button('Close Preview').waitFor()
    expect(await measureBoxes()).toEqual(boxesBefore)
    // The preview plays the range, and the playhead follows the player.
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeGreaterThan(2.2)

    const timeline = await measureTimeline(visit)
    const { mouse } = visit.page
    await mouse.move(timeline.start.x, timeline.start.y)
    await mouse.down()
    await mouse.move(timeline.start.x + 6.5 * timeline.pixelsPerSecond, timeline.start.y, { steps: 10 })
    // During the drag, the filmstrip shows the dragged position and the player waits there.
    await visit.page.locator('#monitor canvas[data-frame]').waitFor()
    await expect.poll(async () => (await readPlayerState(visit)).playing, PATIENTLY).toBe(false)
    await expect.poll(async () => (await readPlayerState(visit)).seconds, PATIENTLY).toBeCloseTo(8.5, 0)
    await mouse.up()
    await visit.page.locator('#monitor canvas[data-frame]').waitFor({ state: 'detached' })
    await expect.poll(async () => (await readPlayerState(visit)).playing, PATIENTLY).toBe(true)
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeGreaterThan(8.7)
  })

  it("in YouTube's player reacts to J, K and L, marks its time, loops, and steps by frames", async () => {
    const visit = await testbed.visit()
    await serveYoutubePlayer(visit)
    const link = encodeURIComponent(linkTo(videoIds.ordinary))
    await visit.page.goto(new URL(`/?url=${link}&start=4&end=12`, visit.page.url()).href)
    await visit.arriveAtVideo('Stand-in test video')
    const { keyboard } = visit.page
    const player = () => readPlayerState(visit)
    await keyboard.press('l')
    await visit.seeToast('Preview Opened')
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeGreaterThan(4.2)
    await keyboard.press('l')
    await expect.poll(async () => (await player()).rate, PATIENTLY).toBe(1.5)
    await keyboard.press('j')
    await keyboard.press('j')
    await expect.poll(async () => (await player()).rate, PATIENTLY).toBe(0.5)
    await keyboard.press('k')
    await expect.poll(async () => (await player()).playing, PATIENTLY).toBe(false)
    const pausePosition = await visit.readPosition('Playhead')
    await keyboard.press('i')
    await expect.poll(() => visit.readPosition('Start'), PATIENTLY).toBeCloseTo(pausePosition, 2)

    // A step stops the player at a frame, and exactly this frame is shown.
    await keyboard.press('.')
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeGreaterThan(pausePosition)
    const stepPosition = await visit.readPosition('Playhead')
    await visit.page.locator('#monitor [data-frame-seconds]').waitFor()
    await keyboard.press('.')
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeCloseTo(stepPosition + 1 / 30, 2)
    expect((await player()).playing).toBe(false)

    // Actions in the player itself count as well. At the end, playback returns to the start.
    await visit.page.frameLocator('iframe').getByRole('button', { name: 'Play' }).click()
    await visit.button('Pause').waitFor()
    await visit.page.frameLocator('iframe').getByRole('button', { name: 'Near the end' }).click()
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeGreaterThan(11)
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeLessThan(8)
  })
})
