import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { fieldVideo } from '../support/field-coded.ts'
import { frameSamples } from '../support/odd-mp4.ts'
import { rebuildMp4 } from '../support/rebuilt-mp4.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const recipe: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [25, 1],
  frames: 30,
  gopFrames: 8,
  bFrames: 0,
  texture: false,
  video: 'h264',
  audio: null,
  layout: 'moov-last',
}
const frameRange = (from: number, to: number) => ({ startTime: from / 25, endTime: to / 25 })

const workshop = stampedWorkshop()
const sourceVideo = await workshop.video(recipe)
describe('a clip of field pictures', () => {
  const { configuration, frames } = fieldVideo(recipe, recipe.frames, recipe.gopFrames)

  it.each([null, 48])('is exact if two of them are one sample: at %s lines', async (height) => {
    const samples = frames.map(({ isSync, fields }, frame) => ({
      isSync,
      pts: frameTimes()[frame]!,
      data: Buffer.concat(fields),
    }))
    const media = await openBytes(rebuildMp4(sourceVideo, samples, configuration))
    for (const [from, to, copiedFrames] of [
      [3, 21, 13],
      [8, 24, 16],
      [9, 14, 0],
      [0, 30, 30],
    ] as const) {
      const request: ClipSpec = { kind: 'video', height }
      const { receipt } = await expectExact(media, uneditedVideo(recipe), frameRange(from, to), workshop, request)
      expect(receipt.framesCopied).toBe(height === null ? copiedFrames : 0)
    }
  })

  it('is exact and re-encoded if each of them is its own sample', async () => {
    const fieldTicks = (frameTimes()[1]! - frameTimes()[0]!) / 2
    const samples = frames.flatMap(({ isSync, fields }, frame) =>
      fields.map((data, index) => ({
        isSync: isSync && index === 0,
        pts: frameTimes()[frame]! + Math.round(index * fieldTicks),
        data,
      })),
    )
    const media = await openBytes(rebuildMp4(sourceVideo, samples, configuration))
    for (const clipRange of [frameRange(3, 21), frameRange(9, 14), frameRange(0, 30)]) {
      const { receipt } = await expectExact(media, uneditedVideo(recipe), clipRange, workshop)
      expect(receipt.way).toBe('transcoded')
    }
  })

  const frameTimes = () => Array.from(frameSamples(sourceVideo).samples.pts).sort((a, b) => a - b)
})
