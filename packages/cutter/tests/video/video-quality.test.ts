import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cutClip } from '../../src/cut-clip.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import { planCut, planJoinedCut } from '../../src/plan-cut.ts'
import { asItIs } from '../support/expect-exact.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { testSeed } from '../support/test-seed.ts'
import { encodedFrames, readFrames, signalToNoise } from '../support/video-quality.ts'

const seed = testSeed
const LEAST_AVERAGE_PSNR = 42
/** Beside the bytes that a clip covers. */
const MOST_CLIP = { share: 1.3, bytes: 100_000 } as const
const CUTS = 5
const NATIVE_CUTS = 3
const CLIP_SECONDS = 1.5

const workshop = stampedWorkshop()
describe('frames re-encoded beside copied ones', { timeout: 60_000 }, () => {
  it('cannot be told from the source, and are not larger', async () => {
    // As a site would make it: the encoder decides what goes where, and has bits enough.
    const recipe = smallRecipe({ audio: null, frames: 150, gopFrames: 50, videoBitrate: 900_000 })
    const { media } = await workshop.make(recipe, 'source')
    const source = await readFrames(join(workshop.directory, 'source.mp4'))
    const random = seededRandom(seed)
    const psnr: number[] = []
    let clipBytes = 0
    let coveredBytes = 0
    for (let count = 0; count < CUTS; count++) {
      const startTime = random() * 3.4
      const plan = await planCut(media, { startTime, endTime: startTime + CLIP_SECONDS }, asItIs)
      const path = workshop.clipPath()
      const receipt = await cutClip(plan, fileSink(path))
      clipBytes += receipt.clipBytes
      coveredBytes += receipt.bytesCovered
      const clip = await readFrames(path)
      psnr.push(...signalToNoise(source, clip, encodedFrames(plan, 30)))
    }
    const average = psnr.reduce((sum, value) => sum + value, 0) / psnr.length
    expect(psnr.length).toBeGreaterThan(0)
    expect(average, `seed ${seed}`).toBeGreaterThanOrEqual(LEAST_AVERAGE_PSNR)
    expect(clipBytes, `seed ${seed}`).toBeLessThanOrEqual(MOST_CLIP.share * coveredBytes + CUTS * MOST_CLIP.bytes)
  })

  it('are no larger where a site left few bits, in a clip as short as a second', async () => {
    const recipe = smallRecipe({ frames: 120, gopFrames: 60, videoBitrate: 120_000 })
    const { media } = await workshop.make(recipe, 'squeezed')
    const source = await readFrames(join(workshop.directory, 'squeezed.mp4'))
    for (const startTime of [0.7, 1.3]) {
      const plan = await planCut(media, { startTime, endTime: startTime + 1 }, asItIs)
      const path = workshop.clipPath()
      const { clipBytes, bytesCovered } = await cutClip(plan, fileSink(path))
      const psnr = signalToNoise(source, await readFrames(path), encodedFrames(plan, 30))
      const average = psnr.reduce((sum, value) => sum + value, 0) / psnr.length
      expect(clipBytes).toBeLessThanOrEqual(MOST_CLIP.share * bytesCovered + MOST_CLIP.bytes)
      expect(average).toBeGreaterThanOrEqual(LEAST_AVERAGE_PSNR)
    }
  })

  it.runIf(process.env.KERF_TEST_AT_LENGTH === 'yes')(
    'nor where ranges of such a video are joined, of which each is described once',
    async () => {
      const recipe = smallRecipe({ frames: 120, gopFrames: 60, videoBitrate: 120_000, audio: null })
      const { media } = await workshop.make(recipe, 'joined')
      const source = await readFrames(join(workshop.directory, 'joined.mp4'))
      const ranges = [0.7, 2.4].map((startTime) => ({ startTime, endTime: startTime + 1 }))
      const plan = await planJoinedCut(media, ranges, asItIs)
      const path = workshop.clipPath()
      const { clipBytes, bytesCovered, frames } = await cutClip(plan, fileSink(path))
      const clip = await readFrames(path)
      expect(clip.size).toBe(frames)
      const psnr = signalToNoise(source, clip, encodedFrames(plan, 30))
      expect(psnr.reduce((sum, value) => sum + value, 0) / psnr.length).toBeGreaterThanOrEqual(LEAST_AVERAGE_PSNR)
      expect(clipBytes).toBeLessThanOrEqual(MOST_CLIP.share * bytesCovered + MOST_CLIP.bytes)
    },
  )

  it.each(['vp9', 'av1'] as const)('nor can those in %s', async (video) => {
    const recipe = smallRecipe({
      video,
      audio: null,
      frames: 100,
      gopFrames: 50,
      videoBitrate: 600_000,
      layout: 'webm',
    })
    const { media } = await workshop.make(recipe, video)
    const source = await readFrames(join(workshop.directory, `${video}.webm`))
    const random = seededRandom(seed)
    const psnr: number[] = []
    let clipBytes = 0
    let coveredBytes = 0
    for (let count = 0; count < NATIVE_CUTS; count++) {
      // From inside a group, so that there is something to encode.
      const startTime = (50 * (count % 2) + 5 + 20 * random()) / 30
      const plan = await planCut(media, { startTime, endTime: startTime + 0.8 }, { kind: 'original' })
      const path = workshop.clipPath('webm')
      const receipt = await cutClip(plan, fileSink(path))
      clipBytes += receipt.clipBytes
      coveredBytes += receipt.bytesCovered
      const clip = await readFrames(path)
      // Copied ones are the same to the bit, and prove nothing.
      psnr.push(...signalToNoise(source, clip, [...clip.keys()]).filter(Number.isFinite))
    }
    const average = psnr.reduce((sum, value) => sum + value, 0) / psnr.length
    expect(psnr.length).toBeGreaterThan(0)
    expect(average, `seed ${seed}`).toBeGreaterThanOrEqual(LEAST_AVERAGE_PSNR)
    expect(clipBytes, `seed ${seed}`).toBeLessThanOrEqual(MOST_CLIP.share * coveredBytes + CUTS * MOST_CLIP.bytes)
  })
})
