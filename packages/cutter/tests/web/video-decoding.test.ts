import { join } from 'node:path'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { smallRecipe } from '@kerf/stamped-media/stamped-recipe'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { codecPage } from '../support/codec-page/codec-page.ts'
import { type StreamPackets, streamPackets } from '../support/codec-page/stream-packets.ts'

const directory = temporaryDirectory()
const page = codecPage()
const FRAMES = 75

async function streamOf(recipe: Partial<StampedRecipe>, name: string): Promise<StreamPackets> {
  const whole = smallRecipe({ frames: FRAMES, gopFrames: 25, audio: null, ...recipe })
  const { videoPath } = await makeStampedMedia(whole, directory, name)
  return streamPackets(videoPath!, 'video')
}

it.each<[string, Partial<StampedRecipe>]>([
  ['H.264 with B-frames', { bFrames: 3 }],
  ['H.264 with an open GOP', { bFrames: 3, openGop: true }],
  ['H.264 without the reordering in its header', { bFrames: 3, x264: 'bframes=3:b-pyramid=strict:nal-hrd=none' }],
  ['H.264 of an MPEG transport stream', { bFrames: 3, layout: 'ts' }],
  ['H.264 of 29.97 frames a second', { frameRate: [30_000, 1001] }],
  ['H.264 of the baseline profile', { bFrames: 0, profile: 'baseline' }],
  ['H.264 of 10 bits', { pixelFormat: 'yuv420p10' }],
  ['VP8', { video: 'vp8', layout: 'webm' }],
  ['VP9', { video: 'vp9', layout: 'webm' }],
  ['AV1', { video: 'av1', layout: 'webm' }],
])('a browser decodes every frame of %s in order', async (name, recipe) => {
  const stream = await streamOf(recipe, name.replaceAll(/\W/g, ''))
  const { frames, refusedTicks } = await (await page()).run('decodeVideo', stream)
  const is10Bit = recipe.pixelFormat === 'yuv420p10'
  expect(refusedTicks).toEqual([])
  expect(frames.map(({ timestamp }) => timestamp)).toEqual(stream.packets.map(({ pts }) => pts).sort((a, b) => a - b))
  if (!is10Bit) expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: FRAMES }, (_, index) => index))
})
