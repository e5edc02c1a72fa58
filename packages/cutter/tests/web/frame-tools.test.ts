import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamp, showsStamp } from '@kerf/stamped-media/stamp'
import { smallRecipe } from '@kerf/stamped-media/stamped-recipe'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { codecPage } from '../support/codec-page/codec-page.ts'
import { type StreamPackets, streamPackets } from '../support/codec-page/stream-packets.ts'

const directory = temporaryDirectory()
const page = codecPage()
const FRAMES = 12
const NUMBERS = Array.from({ length: FRAMES }, (_, index) => index)

async function streamOf(recipe: Partial<StampedRecipe>, name: string): Promise<StreamPackets> {
  const { videoPath } = await makeStampedMedia(smallRecipe({ frames: FRAMES, audio: null, ...recipe }), directory, name)
  return streamPackets(videoPath!, 'video')
}

const lumaAt = (planes: string, width: number) => {
  const bytes = Buffer.from(planes, 'base64')
  return (x: number, y: number): number => bytes[y * width + x] ?? 0
}

it.each<[string, Partial<StampedRecipe>]>([
  ['8 bits', {}],
  ['10 bits', { pixelFormat: 'yuv420p10' }],
  ['4:2:2', { pixelFormat: 'yuv422p' }],
])('frames of %s are scaled, and show their numbers', async (name, recipe) => {
  const stream = await streamOf(recipe, name.replaceAll(/\W/g, ''))
  const size = { width: 256, height: 144 }
  const frames = await (await page()).run('scaledFrames', stream, size, null, null)
  expect(frames.map((planes) => readStamp(size, lumaAt(planes, size.width)))).toEqual(NUMBERS)
  expect(new Set(frames.map((planes) => Buffer.from(planes, 'base64').length))).toEqual(new Set([256 * 144 * 1.5]))
})

it('cropped frames show the requested area', async () => {
  const stream = await streamOf({}, 'cropped')
  const area = { left: 96, top: 0, width: 192, height: 216 }
  const size = { width: area.width, height: area.height }
  const frames = await (await page()).run('scaledFrames', stream, size, area, null)
  const cropped = { left: area.left / 384, width: area.width / 384 }
  expect(frames.map((planes, number) => showsStamp(size, lumaAt(planes, size.width), number, cropped))).toEqual(
    NUMBERS.map(() => true),
  )
})

it('the first and last frame of a fade are black, and middle frames are unchanged', async () => {
  const stream = await streamOf({}, 'faded')
  const size = { width: 384, height: 216 }
  const fade = { fadeSeconds: 0.1, lastSeconds: (FRAMES - 1) / 30 }
  const frames = await (await page()).run('scaledFrames', stream, size, null, fade)
  const lumaOf = (planes: string) => Buffer.from(planes, 'base64').subarray(0, size.width * size.height)
  expect(new Set([...lumaOf(frames[0]!), ...lumaOf(frames.at(-1)!)])).toEqual(new Set([16]))
  expect(readStamp(size, lumaAt(frames[6]!, size.width))).toBe(6)
})
