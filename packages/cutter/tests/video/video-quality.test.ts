import { join } from 'node:path'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { asItIs, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { encodedFrames, readFrames, signalToNoise, worstBlock } from '../support/video-quality.ts'

const LEAST_AVERAGE_PSNR = 42
/** Beside the bytes that a clip covers. */
const MOST_CLIP = { share: 1.3, bytes: 100_000 } as const
/** Levels of luma by which the mean of a block may be off. */
const MOST_BLOCK_DIFFERENCE = 40
const CUTS = 5
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
/** Each from inside a group, so that there is something to encode. */
const NATIVE_CUTS = isAtLength ? 3 : 2
/** The harder one for an encoder in `npm test`. */
const TEXTURES = isAtLength ? [true, false] : [true]

const workshop = stampedWorkshop()
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

async function make(changes: Partial<StampedRecipe>, name: string, ending = 'mp4') {
  const { media } = await workshop.make(smallRecipe(changes), name)
  return { media, source: await readFrames(join(workshop.directory, `${name}.${ending}`)) }
}

/** Cuts each of them, and judges the re-encoded frames of all together, and the bytes. */
async function expectQuality(
  { media, source }: Awaited<ReturnType<typeof make>>,
  cuts: readonly (TimeRange | TimeRange[])[],
  request: ClipSpec = asItIs,
): Promise<void> {
  const psnr: number[] = []
  let [clipBytes, coveredBytes] = [0, 0]
  for (const ranges of cuts) {
    const { plan, receipt, path } = await workshop.cut(media, ranges, request, { maxCodecBytes: 1e9 })
    clipBytes += receipt.clipBytes
    coveredBytes += receipt.bytesCovered
    const clip = await readFrames(path)
    expect(clip.size).toBe(receipt.frames)
    expect(worstBlock(source, clip, [...clip.keys()], plan.video!.width)).toBeLessThan(MOST_BLOCK_DIFFERENCE)
    // Copied ones are the same to the bit, and prove nothing.
    const judged = request === asItIs ? encodedFrames(plan, 30) : [...clip.keys()]
    psnr.push(...signalToNoise(source, clip, judged).filter(Number.isFinite))
  }
  expect(psnr.length).toBeGreaterThan(0)
  expect(average(psnr), `seed ${testSeed}`).toBeGreaterThanOrEqual(LEAST_AVERAGE_PSNR)
  const mostBytes = MOST_CLIP.share * coveredBytes + cuts.length * MOST_CLIP.bytes
  expect(clipBytes, `seed ${testSeed}`).toBeLessThanOrEqual(mostBytes)
}

const lasting = (startTime: number, seconds: number): TimeRange => ({ startTime, endTime: startTime + seconds })

describe('frames re-encoded next to copied ones', () => {
  it('look the same as the source, and are not larger', async () => {
    // As a site would make it: the encoder decides what goes where, and has bits enough.
    const source = await make({ audio: null, frames: 150, gopFrames: 50, videoBitrate: 900_000 }, 'source')
    const random = seededRandom(testSeed)
    await expectQuality(
      source,
      Array.from({ length: CUTS }, () => lasting(random() * 3.4, 1.5)),
    )
  })

  it('are no larger at the low bitrate of a site, even in a clip of one second', async () => {
    const source = await make({ frames: 120, gopFrames: 60, videoBitrate: 120_000 }, 'squeezed')
    for (const startTime of [0.7, 1.3]) await expectQuality(source, [lasting(startTime, 1)])
  })

  it.runIf(isAtLength)('are no larger in joined ranges of such a video', async () => {
    const source = await make({ frames: 120, gopFrames: 60, videoBitrate: 120_000, audio: null }, 'joined')
    await expectQuality(source, [[lasting(0.7, 1), lasting(2.4, 1)]])
  })

  // Large enough for the encoders' shortcuts: at preset 10, SVT-AV1 copies blocks of other frames over hard edges.
  it.each(TEXTURES.flatMap((texture) => [['vp9', texture] as const, ['av1', texture] as const]))(
    'look the same as the source in %s, with texture: %s',
    async (video, texture) => {
      const size = { width: 1280, height: 720, texture, videoBitrate: 4_000_000 }
      const changes = { audio: null, frames: 100, gopFrames: 50, layout: 'webm', ...size } as const
      const source = await make({ ...changes, video }, `${video}-${texture}`, 'webm')
      const random = seededRandom(testSeed)
      const starts = Array.from({ length: NATIVE_CUTS }, (_, count) => (50 * (count % 2) + 5 + 20 * random()) / 30)
      await expectQuality(
        source,
        starts.map((startTime) => lasting(startTime, 0.8)),
        { kind: 'original' },
      )
    },
  )

  // Encoders hold and look ahead at less of large frames, and SVT-AV1 works at a faster preset.
  it.runIf(isAtLength).each(['vp9', 'av1'] as const)('look the same as the source in 4K of %s', async (video) => {
    const size = { width: 3840, height: 2160, texture: true, videoBitrate: 16_000_000 }
    const recipe = { audio: null, frames: 36, gopFrames: 18, layout: 'webm', ...size, video } as const
    const source = await make(recipe, `uhd-${video}`, 'webm')
    await expectQuality(source, [lasting(5 / 30, 0.8)], { kind: 'original', container: 'mp4' })
  })
})
