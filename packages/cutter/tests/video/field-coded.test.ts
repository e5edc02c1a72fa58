import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { buildAvcConfiguration, parseAvcConfiguration } from '../../src/bitstream/h264/avc-configuration.ts'
import { joinLengthPrefixed } from '../../src/bitstream/h264/nal-units.ts'
import { withPpsId, withSlicePpsId, withSpsId } from '../../src/bitstream/h264/renumber.ts'
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
const LENGTH_BYTES = 4
const frameRange = (from: number, to: number) => ({ startTime: from / 25, endTime: to / 25 })

const workshop = stampedWorkshop()
const sourceVideo = await workshop.video(recipe)
describe('a clip of field pictures', () => {
  const { configuration, frames } = fieldVideo(recipe, recipe.frames, recipe.gopFrames)

  it.each([null, 48])('is exact if two fields are one sample: at %s lines', async (height) => {
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

  it('is exact and re-encoded if each field is its own sample', async () => {
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

  it('is exact after its parameter sets are renumbered, even with I_PCM macroblocks', async () => {
    const { sps, pps, ...otherFields } = parseAvcConfiguration(configuration)
    const otherConfiguration = buildAvcConfiguration({
      ...otherFields,
      sps: sps.map((set) => withSpsId(set, 5)),
      pps: pps.map((set) => withPpsId(set, 15, 5)),
    })
    const samples = frames.map(({ isSync, fields }, frame) => {
      const slices = fields.map((field) => withSlicePpsId(field.subarray(LENGTH_BYTES), 15))
      return { isSync, pts: frameTimes()[frame]!, data: joinLengthPrefixed(slices, LENGTH_BYTES) }
    })
    const media = await openBytes(rebuildMp4(sourceVideo, samples, otherConfiguration))
    const { receipt } = await expectExact(media, uneditedVideo(recipe), frameRange(8, 24), workshop)
    expect(receipt.framesCopied).toBe(16)
  })

  const frameTimes = () => Array.from(frameSamples(sourceVideo).samples.pts).sort((a, b) => a - b)
})
