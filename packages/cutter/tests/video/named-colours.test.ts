import { readFile } from 'node:fs/promises'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import { openBytes } from '../support/counting-file.ts'
import { lumaOf } from '../support/luma-frames.ts'
import {
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  type AVColorRange,
  type AVColorSpace,
} from '../support/native-frames.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

const baseRecipe: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [30, 1],
  frames: 20,
  gopFrames: 20,
  bFrames: 0,
  video: 'h264',
  audio: null,
  layout: 'plain',
}

/** Colour descriptions in a clip's frames and in its file, and the mean luma of its first frame. */
async function clipOf(recipe: StampedRecipe, height: number | null) {
  const media = await openBytes(await workshop.video(recipe))
  const { path } = await workshop.cutOnly(media, { startTime: 0.2, endTime: 0.5 }, { kind: 'video', height })
  const descriptions = new Set<string>()
  let brightness: number | null = null
  await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame(frame) {
      descriptions.add(JSON.stringify([frame.colorRange, frame.colorSpace]))
      const { luma } = lumaOf(frame)
      brightness ??= luma.reduce((sum, value) => sum + value, 0) / luma.length
    },
    onAudio() {},
  })
  const [range, space] = JSON.parse([...descriptions].join('|')) as [AVColorRange, AVColorSpace]
  const { colours } = (await openBytes(await readFile(path))).video!.description
  return { range, space, isFullRange: colours!.isFullRange, matrix: colours!.matrix, brightness: brightness! }
}

describe('a clip with all frames encoded', () => {
  it.each([
    ['of 10-bit H.264', { pixelFormat: 'yuv420p10' }, null],
    ['of 10-bit HEVC, scaled down', { video: 'hevc', pixelFormat: 'yuv420p10' }, 48],
    ['of VP9, scaled down', { video: 'vp9', layout: 'webm' }, 48],
  ] satisfies [string, Partial<StampedRecipe>, number | null][])(
    '%s declares its full range',
    async (_, changes, height) => {
      const fullClip = await clipOf({ ...baseRecipe, ...changes, isFullRange: true }, height)
      expect(fullClip).toMatchObject({ range: AVCOL_RANGE_JPEG, isFullRange: true })
      // The luma values are the same as in limited range, because no frame was converted.
      const limitedClip = await clipOf({ ...baseRecipe, ...changes }, height)
      expect(limitedClip).toMatchObject({ range: AVCOL_RANGE_MPEG, isFullRange: false })
      expect(Math.abs(fullClip.brightness - limitedClip.brightness)).toBeLessThan(1)
    },
  )

  it('and scaled from full range declares limited range, also in its file', async () => {
    const fullClip = await clipOf({ ...baseRecipe, isFullRange: true }, 48)
    expect(fullClip).toMatchObject({ range: AVCOL_RANGE_MPEG, isFullRange: false, space: AVCOL_SPC_BT709, matrix: 1 })
    const limitedClip = await clipOf(baseRecipe, 48)
    // Limited range has 219 steps from 16 on, in place of 255.
    expect(fullClip.brightness).toBeCloseTo(16 + (limitedClip.brightness * 219) / 255, 0)
  })

  it('of RGB does not declare RGB', async () => {
    const clip = await clipOf(
      { ...baseRecipe, video: 'vp9', layout: 'webm', pixelFormat: 'gbrp', isFullRange: true },
      null,
    )
    expect(clip).toMatchObject({ space: AVCOL_SPC_SMPTE170M, matrix: AVCOL_SPC_SMPTE170M })
    expect(clip).toMatchObject({ range: AVCOL_RANGE_MPEG, isFullRange: false })
  })
})
