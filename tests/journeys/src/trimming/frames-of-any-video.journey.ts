import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sendHealthyMedia } from '@kerf/standins/hostile/healthy-media'
import { type LoopbackServer, listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../harness/seeded-random.ts'
import { Testbed } from '../harness/servers/testbed.ts'
import { endFrame, expectShownFrame, MONITOR_FRAME, readCanvas } from '../harness/shown-frame.ts'
import type { Visit } from '../harness/visit.ts'

const VIDEO_SECONDS = 5
/** Number of ranges that are typed for each video. */
const RANGE_COUNT = 5
const SIZE = { width: 640, height: 360 }

const recipeOf = (frameRate: StampedRecipe['frameRate'], changes: Partial<StampedRecipe> = {}): StampedRecipe => ({
  ...SIZE,
  frameRate,
  frames: Math.floor((VIDEO_SECONDS * frameRate[0]) / frameRate[1]),
  gopFrames: 48,
  bFrames: 2,
  video: 'h264',
  audio: 'aac',
  layout: 'plain',
  ...changes,
})

/** Times of frames with a variable rate, in thirtieths of a second. Each frame lasts one to five thirtieths. */
const VARIABLE_TIMES = Array.from({ length: 48 }, (_, frame) => 3 * frame + [0, 2, 1, 2][frame % 4]!)

const VIDEOS: Record<string, { name: string; recipe: StampedRecipe; isTurned?: true }> = {
  '59.94 frames a second': { name: 'ntsc', recipe: recipeOf([60000, 1001]) },
  '23.976 frames a second': { name: 'film', recipe: recipeOf([24000, 1001]) },
  'a variable rate': {
    name: 'varying',
    recipe: recipeOf([30, 1], { frames: VARIABLE_TIMES.length, shownAt: VARIABLE_TIMES }),
  },
  'a phone held upright': { name: 'upright', recipe: recipeOf([30, 1]), isTurned: true },
  '60 frames a second, and 30 in its small form': {
    name: 'large',
    recipe: recipeOf([60, 1], { width: 1280, height: 720, texture: false, layout: 'hls-mp4', gopFrames: 120 }),
  },
}
const SMALL_FORM = recipeOf([30, 1], { layout: 'hls-mp4', gopFrames: 60 })
const MASTER = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=640x360,FRAME-RATE=30,CODECS="avc1.64001e,mp4a.40.2"
small/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1500000,RESOLUTION=1280x720,FRAME-RATE=60,CODECS="avc1.640020,mp4a.40.2"
large/index.m3u8
`

const testbed = new Testbed()
const folder = temporaryDirectory()
let site: LoopbackServer
beforeAll(async () => {
  for (const { name, recipe, isTurned } of Object.values(VIDEOS)) {
    const { videoPath } = await makeStampedMedia(recipe, folder, name)
    if (isTurned) await turnVideo(videoPath!)
  }
  await makeStampedMedia(SMALL_FORM, folder, 'small')
  await writeFile(join(folder, 'master.m3u8'), MASTER)
  site = await listenOnLoopback(
    createServer(async (request, response) => {
      const media = await readFile(join(folder, request.url ?? '')).catch(() => null)
      if (media) sendHealthyMedia({ request, response, media })
      else response.writeHead(404).end()
    }),
  )
  // Without plans, every visitor may cut 720p.
  await testbed.open({
    youtube: false,
    environment: { SOURCES: 'media', PLANS: 'off', OUTBOUND_ALLOW: `127.0.0.1:${site.port}` },
  })
})
afterAll(async () => {
  await testbed.close()
  await site.close()
})

describe('the frames at both ends are those of the clip, in a video of', () => {
  it.each(Object.keys(VIDEOS))('%s', async (title) => {
    const { name, recipe, isTurned = false } = VIDEOS[title]!
    const times = frameSecondsOf(recipe)
    const visit = await testbed.visit({ path: '/favicon.svg' })
    const link = `http://127.0.0.1:${site.port}/${recipe.layout === 'plain' ? `${name}.mp4` : 'master.m3u8'}`
    await visit.page.goto(`${testbed.kerf.url}?url=${encodeURIComponent(link)}`)
    await visit.timeField('Start Time').waitFor()
    const expectFrame = (canvas: string, frame: number) =>
      expectShownFrame(() => visit.page.evaluate(readCanvas, canvas), frame, times[frame]!, isTurned ? SIZE : undefined)

    const random = seededRandom(20261130)
    let range = { start: 0, end: 0 }
    for (let attempt = 0; attempt < RANGE_COUNT; attempt++) {
      const start = inMilliseconds(random() * (VIDEO_SECONDS - 2.2))
      range = { start, end: inMilliseconds(start + 1 + random()) }
      // The start is set to 0 first, so that any end is valid.
      await visit.typeTime('Start Time', '0')
      await visit.typeRange(timeText(range.start), timeText(range.end))
      const firstFrame = firstFrom(times, range.start)
      await expectFrame(endFrame('start'), firstFrame)
      await expectFrame(endFrame('end'), firstFrom(times, range.end) - 1)
      await expectFrame(MONITOR_FRAME, firstFrame)
    }
    const firstFrame = firstFrom(times, range.start)
    const numbers = times.slice(firstFrame, firstFrom(times, range.end)).map((_, index) => firstFrame + index)
    const clip = await saveClip(visit)
    expect(await framesOf(clip)).toEqual(numbers)
    if (isTurned) await expectPlayedTurned(clip, numbers, recipe.frameRate[0])
  })
})

/** Cuts and saves the clip with the one button of the action bar. */
async function saveClip(visit: Visit): Promise<Buffer> {
  const button = visit.page.locator('.action-bar').getByRole('button', { name: /^Download/ })
  await button.click()
  await visit.seeToast('Download Ready!')
  return (await visit.saveBy(button)).bytes()
}

/** Numbers of the frames of a clip, as they are coded. */
async function framesOf(clip: Buffer): Promise<(number | null)[]> {
  const path = join(temporaryDirectory(), 'clip.mp4')
  await writeFile(path, clip)
  return (await readStamps(path)).frames.map(({ number }) => number)
}

/**
 * Expects that a player shows the first and the last frame of a clip turned by 90 degrees, as the page has shown them.
 */
async function expectPlayedTurned(clip: Buffer, numbers: readonly number[], frameRate: number): Promise<void> {
  const page = await testbed.browser.newPage()
  try {
    for (const index of [0, numbers.length - 1]) {
      await page.evaluate(seekIn, { base64: clip.toString('base64'), seconds: (index + 0.5) / frameRate })
      // A player may show its frame only some time after it has sought, so each look draws again.
      const readFrame = async () => {
        await page.evaluate(drawShownFrame)
        return page.evaluate(readCanvas, 'canvas')
      }
      await expectShownFrame(readFrame, numbers[index]!, (index + 0.5) / frameRate, SIZE)
    }
  } finally {
    await page.close()
  }
}

/** Runs in a blank page. Opens a clip in a player at a time. */
async function seekIn({ base64, seconds }: { base64: string; seconds: number }): Promise<void> {
  const video = document.createElement('video')
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
  video.currentTime = seconds
  await new Promise((resolve, reject) => {
    video.onseeked = resolve
    video.onerror = reject
  })
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.dataset.frameSeconds = String(seconds)
  document.body.replaceChildren(video, canvas)
}

/** Runs in the same page. Draws the frame that the player shows into the canvas. */
function drawShownFrame(): void {
  const canvas = document.querySelector('canvas')!
  canvas.getContext('2d')!.drawImage(document.querySelector('video')!, 0, 0)
}

/** Times of all frames, in seconds. */
function frameSecondsOf({ frames, frameRate: [numerator, denominator], shownAt }: StampedRecipe): number[] {
  return Array.from({ length: frames }, (_, frame) => ((shownAt?.[frame] ?? frame) * denominator) / numerator)
}

/** Index of the first frame at or after a time, in seconds, that was typed in milliseconds. */
const firstFrom = (times: readonly number[], seconds: number): number =>
  times.findIndex((time) => time >= seconds - 0.0005)

const inMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000
const timeText = (seconds: number): string => `0:${seconds.toFixed(3).padStart(6, '0')}`

/** Writes a display matrix of 90 degrees into the header of the first track (ISO 14496-12, 8.3.2). */
async function turnVideo(path: string): Promise<void> {
  const bytes = await readFile(path)
  const matrix = bytes.indexOf('tkhd') + 4 + 40
  const values = [0, 0x10000, 0, -0x10000, 0, 0, SIZE.height * 0x10000, 0, 0x40000000]
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, matrix + index * 4)
  await writeFile(path, bytes)
}
