import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { framesIn } from '../harness/exact-clip.ts'
import { seededRandom } from '../harness/seeded-random.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { endFrame, expectShownFrame, MONITOR_FRAME, readCanvas } from '../harness/shown-frame.ts'
import type { Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo, VIDEO_SECONDS } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })

describe('a visitor who sets the ends of a clip', () => {
  it('sees its exact first and last frame at any time', async () => {
    const visit = await visitVideo()
    const random = seededRandom(20261129)
    for (let attempt = 0; attempt < 20; attempt++) {
      const start = Math.round(random() * (VIDEO_SECONDS - 3) * 1000) / 1000
      const end = Math.round((start + 1 + random()) * 1000) / 1000
      // The start is set to 0 first, so that any end is valid.
      await visit.typeTime('Start Time', '0')
      await visit.typeRange(formatTime(start), formatTime(end))
      const [firstFrame, lastFrame] = [Math.ceil(start * FRAME_RATE - 0.02), Math.ceil(end * FRAME_RATE - 0.02) - 1]
      await expectFrame(visit, endFrame('start'), firstFrame)
      await expectFrame(visit, endFrame('end'), lastFrame)
      // The monitor shows the end that was typed last.
      await expectFrame(visit, MONITOR_FRAME, firstFrame)
    }
    // Frames come only from the quality that is cut: another quality may have other frames.
    expect(visit.requestedUrls.filter((url) => /\/gop\?/.test(url) && !url.includes('quality=360p'))).toEqual([])
  })

  it('sees the frame of each step, without a request within a GOP', async () => {
    const visit = await visitVideo({ screen: PHONE })
    await visit.typeRange('0:06.800', '0:09')
    await expectFrame(visit, MONITOR_FRAME, 204)
    // Keyframes are two seconds apart, and neighbouring GOPs are fetched only near the ends of a GOP.
    const earlierRequests = countGopRequests(visit)
    for (let frame = 205; frame < 215; frame++) {
      await visit.button('Start Time, 1 frame later').click()
      await expectFrame(visit, MONITOR_FRAME, frame)
    }
    expect(countGopRequests(visit)).toBe(earlierRequests)
    await visit.button('End Time, 1 frame earlier').click()
    await expectFrame(visit, MONITOR_FRAME, 268)
    await expectFrame(visit, endFrame('end'), 268)
  })

  it('sees frames drawn by the server if the browser cannot decode them', async () => {
    const visit = await visitVideo({
      prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoDecoder')),
    })
    await visit.typeRange('0:03.010', '0:04.990')
    await expectFrame(visit, endFrame('start'), 91)
    await expectFrame(visit, endFrame('end'), 149)
    expect(countGopRequests(visit)).toBe(0)
  })

  it('requests only the newest frame while dragging a handle, and sees the frame where it stops', async () => {
    const visit = await visitVideo()
    const handle = visit.slider('Start')
    const box = (await handle.boundingBox())!
    await visit.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await visit.page.mouse.down()
    for (let step = 1; step <= 60; step++)
      await visit.page.mouse.move(box.x + box.width / 2 + step * 6, box.y + box.height / 2)
    await visit.page.mouse.up()
    const start = await visit.readPosition('Start')
    await expectFrame(visit, MONITOR_FRAME, Math.ceil(start * FRAME_RATE - 0.02))
    // The handle passed ten GOPs. Each of the three places on the page requests a GOP at most once.
    expect(countGopRequests(visit)).toBeLessThan(30)
  })
})

describe('a visitor who plays the edges of a clip', () => {
  it('sees its first and last seconds as they will be cut, before it costs a unit', async () => {
    const visit = await visitVideo()
    await visit.typeRange('0:05.010', '0:12')
    const edges = visit.page.waitForResponse(/\/edges\?/)
    const edgesRequest = await visit.holdRequests((request) => request.url().includes('/edges?'))
    await visit.button('Play the edges').click()
    const loading = visit.page.getByText('Loading the edges...')
    await loading.waitFor()
    edgesRequest.release()
    await loading.waitFor({ state: 'detached' })
    const player = visit.page.getByLabel('The first and last seconds of the clip, as it will be cut')
    const readPosition = () => player.evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(readPosition, PATIENTLY).toBeGreaterThan(0.2)
    await visit.button('Last seconds').click()
    await expect.poll(readPosition, PATIENTLY).toBeGreaterThan(2.1)
    const clip = await (await visit.context.request.get((await edges).url())).body()
    const path = join(temporaryDirectory(), 'edges.mp4')
    await writeFile(path, clip)
    const { frames, audio } = await readStamps(path)
    const expectedRanges = [
      { startTime: 5.01, endTime: 7.01 },
      { startTime: 10, endTime: 12 },
    ]
    expect(frames.map(({ number }) => number)).toEqual(expectedRanges.flatMap((range) => framesIn(range, FRAME_RATE)))
    expect(Math.abs(audioOffsetSeconds(audio!, 151 / FRAME_RATE - audio!.startSeconds) ?? 1)).toBeLessThan(0.01)
    await visit.page.getByText('3 of 3 downloads left today').waitFor()
    await visit.button('Close the edges').click()
    await player.waitFor({ state: 'detached' })
  })
})

interface VisitOptions {
  screen?: typeof PHONE
  prepare?: (page: Visit['page']) => Promise<unknown>
}

async function visitVideo({ screen, prepare }: VisitOptions = {}): Promise<Visit> {
  const visit = await testbed.visit({ path: '/favicon.svg', ...(screen && { screen }) })
  await prepare?.(visit.page)
  await visit.page.goto(testbed.kerf.url)
  await visit.submitLink(linkTo(videoIds.ordinary))
  await visit.arriveAtVideo('Stand-in test video')
  return visit
}

const formatTime = (seconds: number): string => `0:${seconds.toFixed(3).padStart(6, '0')}`
const countGopRequests = ({ requestedUrls }: Visit): number => requestedUrls.filter((url) => /\/gop\?/.test(url)).length

const expectFrame = ({ page }: Visit, canvas: string, number: number): Promise<void> =>
  expectShownFrame(() => page.evaluate(readCanvas, canvas), number, number / FRAME_RATE)
