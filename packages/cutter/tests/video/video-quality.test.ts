import { join } from 'node:path'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
import { encodedFrames, largestBlockError, readFrames, signalToNoise } from '../support/video-quality.ts'

const MIN_AVERAGE_PSNR = 42
/** Maximum size of clips: a share of the bytes that they cover, plus a number of bytes for each clip. */
const MAX_CLIP_SIZE = { share: 1.3, bytes: 100_000 } as const
/** Largest error of a block's mean luma, in levels. */
const MAX_BLOCK_DIFFERENCE = 40
const CUT_COUNT = 5
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
/** Number of cuts in the source's own codec. Each begins inside a GOP, so that frames are re-encoded. */
const ORIGINAL_CODEC_CUTS = isAtLength ? 3 : 2
/** `npm test` checks only frames with texture, which are harder to encode. */
const TEXTURES = isAtLength ? [true, false] : [true]

const workshop = stampedWorkshop()
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

async function makeSource(changes: Partial<StampedRecipe>, name: string, ending = 'mp4') {
  const { media } = await workshop.make(smallRecipe(changes), name)
  return { media, source: await readFrames(join(workshop.directory, `${name}.${ending}`)) }
}

/** Makes all cuts. Checks the quality of all their re-encoded frames together, and their size. */
async function expectQuality(
  { media, source }: Awaited<ReturnType<typeof makeSource>>,
  cuts: readonly (TimeRange | TimeRange[])[],
  request: ClipSpec = unscaledRequest,
): Promise<void> {
  const psnr: number[] = []
  let [clipBytes, coveredBytes] = [0, 0]
  for (const ranges of cuts) {
    const { plan, receipt, path } = await workshop.cut(media, ranges, request, { maxCodecBytes: 1e9 })
    clipBytes += receipt.clipBytes
    coveredBytes += receipt.bytesCovered
    const clip = await readFrames(path)
    expect(clip.size).toBe(receipt.frames)
    expect(largestBlockError(source, clip, [...clip.keys()], plan.video!.width)).toBeLessThan(MAX_BLOCK_DIFFERENCE)
    // Copied frames equal the source's frames, so they prove nothing.
    const numbers = request === unscaledRequest ? encodedFrames(plan, 30) : [...clip.keys()]
    psnr.push(...signalToNoise(source, clip, numbers).filter(Number.isFinite))
  }
  expect(psnr.length).toBeGreaterThan(0)
  expect(average(psnr), `seed ${testSeed}`).toBeGreaterThanOrEqual(MIN_AVERAGE_PSNR)
  const maxBytes = MAX_CLIP_SIZE.share * coveredBytes + cuts.length * MAX_CLIP_SIZE.bytes
  expect(clipBytes, `seed ${testSeed}`).toBeLessThanOrEqual(maxBytes)
}

const rangeOf = (startTime: number, seconds: number): TimeRange => ({ startTime, endTime: startTime + seconds })

describe('frames re-encoded next to copied ones', () => {
  it('look like the source, and are not larger', async () => {
    // Sites encode like this: the encoder distributes the bits, and has enough of them.
    const source = await makeSource({ audio: null, frames: 150, gopFrames: 50, videoBitrate: 900_000 }, 'source')
    const random = seededRandom(testSeed)
    await expectQuality(
      source,
      Array.from({ length: CUT_COUNT }, () => rangeOf(random() * 3.4, 1.5)),
    )
  })

  it("are not larger at a site's low bitrate, even in a clip of one second", async () => {
    const source = await makeSource({ frames: 120, gopFrames: 60, videoBitrate: 120_000 }, 'squeezed')
    for (const startTime of [0.7, 1.3]) await expectQuality(source, [rangeOf(startTime, 1)])
  })

  it.runIf(isAtLength)('are not larger in joined ranges of such a video', async () => {
    const source = await makeSource({ frames: 120, gopFrames: 60, videoBitrate: 120_000, audio: null }, 'joined')
    await expectQuality(source, [[rangeOf(0.7, 1), rangeOf(2.4, 1)]])
  })

  // Frames are large enough for encoders' shortcuts: at preset 10, SVT-AV1 copies other frames' blocks over hard edges.
  it.each(TEXTURES.flatMap((texture) => [['vp9', texture] as const, ['av1', texture] as const]))(
    'look like the source in %s, with texture: %s',
    async (video, texture) => {
      const size = { width: 1280, height: 720, texture, videoBitrate: 4_000_000 }
      const changes = { audio: null, frames: 100, gopFrames: 50, layout: 'webm', ...size } as const
      const source = await makeSource({ ...changes, video }, `${video}-${texture}`, 'webm')
      const random = seededRandom(testSeed)
      const starts = Array.from(
        { length: ORIGINAL_CODEC_CUTS },
        (_, count) => (50 * (count % 2) + 5 + 20 * random()) / 30,
      )
      await expectQuality(
        source,
        starts.map((startTime) => rangeOf(startTime, 0.8)),
        { kind: 'original' },
      )
    },
  )

  // Encoders hold fewer large frames and look less far ahead, and SVT-AV1 works at a faster preset.
  it.runIf(isAtLength).each(['vp9', 'av1'] as const)('look like the source in 4K %s', async (video) => {
    const size = { width: 3840, height: 2160, texture: true, videoBitrate: 16_000_000 }
    const recipe = { audio: null, frames: 36, gopFrames: 18, layout: 'webm', ...size, video } as const
    const source = await makeSource(recipe, `uhd-${video}`, 'webm')
    await expectQuality(source, [rangeOf(5 / 30, 0.8)], { kind: 'original', container: 'mp4' })
  })
})
