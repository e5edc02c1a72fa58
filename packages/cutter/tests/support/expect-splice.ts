import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { expect } from 'vitest'
import { parameterSetId, parseAvcConfiguration } from '../../src/bitstream/h264/avc-configuration.ts'
import type { Codecs } from '../../src/codec/codecs.ts'
import { openMedia } from '../../src/open-media.ts'
import { expectExact, uneditedVideo } from './expect-exact.ts'
import { type StampedWorkshop, smallRecipe } from './stamped-source.ts'
import { encodedFrames, readFrames, signalToNoise } from './video-quality.ts'

/** Begins and ends inside a GOP, so that there is a head and a tail. */
const RANGE = { startTime: 0.71, endTime: 2.43 }
const FRAME_RATE = 30

export interface SpliceCase {
  codecs: Codecs
  /** Lowest PSNR of a re-encoded frame, in dB. */
  minPsnr: number
}

/** Cuts with these codecs. Checks every frame, its time, and how close each re-encoded frame is to its source. */
export async function expectClip(
  workshop: StampedWorkshop,
  changes: Partial<StampedRecipe>,
  { codecs, minPsnr }: SpliceCase,
) {
  const recipe = smallRecipe({ frames: 90, gopFrames: 30, audio: null, ...changes })
  const { path: sourcePath } = await workshop.make(recipe, `source-${JSON.stringify(changes).replace(/\W+/g, '-')}`)
  const file = await workshop.openFile(sourcePath)
  const media = await openMedia({ video: file, audio: file }, codecs)
  const video = { ...uneditedVideo(recipe), ...(recipe.layout === 'webm' && { roundedToSeconds: 0.001 }) }
  const { receipt, clip, plan, path } = await expectExact(media, video, RANGE, workshop)
  const numbers = encodedFrames(plan, FRAME_RATE)
  const [sourceFrames, clipFrames] = [await readFrames(sourcePath), await readFrames(path)]
  expect(Math.min(...signalToNoise(sourceFrames, clipFrames, numbers))).toBeGreaterThan(minPsnr)
  const clipMedia = (await workshop.openClip(path)).media
  const [configuration] = clipMedia.video!.description.configurations
  const clipNumbers = clip.frames.map(({ number }) => number)
  return { way: receipt.way, path, numbers: clipNumbers, configuration: parseAvcConfiguration(configuration!) }
}

/** Expects a clip with copied frames, where no two parameter sets have the same id. */
export async function expectSplice(...input: Parameters<typeof expectClip>) {
  const clip = await expectClip(...input)
  const { sps, pps } = clip.configuration
  expect(clip.way).toBe('smart')
  for (const sets of [sps, pps]) expect(new Set(sets.map(parameterSetId)).size).toBe(sets.length)
  expect(sps.length).toBeGreaterThan(1)
  return clip
}
