import { describe, expect, it } from 'vitest'
import { formWeight, renditionToWeigh, seamBytes, weighRange } from './clip-weights.ts'
import type { WishedForm } from './format-choice.ts'
import type { Rendition } from './rendition-choice.ts'

const picture = (id: string, height: number, videoCodec = 'avc1.4d401e', container = 'mp4'): Rendition => ({
  id,
  carries: 'video',
  container,
  videoCodec,
  audioCodec: null,
  width: Math.round((height * 16) / 9),
  height,
  frameRate: 30,
  bitrate: null,
  sizeBytes: height * 1000,
  soundPreference: 0,
})
const SOUND: Rendition = {
  ...picture('140', 360),
  carries: 'audio',
  videoCodec: null,
  audioCodec: 'mp4a.40.2',
  sizeBytes: 40_000,
}
const ALL = [picture('313', 2160, 'vp9', 'webm'), picture('137', 1080), picture('134', 360), picture('160', 144), SOUND]
/** Of ten seconds, the last two of which are nine times as heavy. */
const WEIGHTS = {
  secondsPerPiece: 2,
  pictureBytes: [1000, 1000, 1000, 1000, 9000],
  keyBytes: [100, 100, 100, 100, 900],
  soundBytesPerSecond: 0,
}
const KNOWN = { durationSeconds: 10, artworkBytes: 50_000 }
const weightOf = (form: WishedForm, renditions = ALL, weights = WEIGHTS) => formWeight(renditions, form, KNOWN, weights)
const HD = { quality: '1080p', format: 'mp4' } as const

it('a picture of the middle is weighed, in H.264 and in a file that has an index', () => {
  expect(renditionToWeigh(ALL)?.id).toBe('134')
  expect(renditionToWeigh([picture('313', 2160, 'vp9', 'webm'), SOUND])).toBeNull()
})

describe('a clip', () => {
  it('weighs what its part of the video does', () => {
    const weight = { ...weightOf(HD)!, seamPixels: 0 }
    const weigh = (startSeconds: number, endSeconds: number) =>
      weighRange({ ...WEIGHTS, keyBytes: [] }, weight, { startSeconds, endSeconds }) - weight.baseBytes
    expect(weigh(8, 10) / weigh(0, 2)).toBeGreaterThan(5)
    expect(weigh(8, 9)).toBe(Math.round(weigh(8, 10) / 2))
    expect(weigh(0, 8) + weigh(8, 10)).toBe(weigh(0, 10))
    // All of it is the size that the source says, and what an MP4 has besides.
    expect(weigh(0, 10)).toBeGreaterThan(1_080_000 + 40_000)
    expect(weigh(0, 10)).toBeLessThan(1.01 * (1_080_000 + 40_000))
  })

  it('that begins in the middle weighs a key picture more', () => {
    const weight = weightOf(HD)!
    const lead = (startSeconds: number) => {
      const range = { startSeconds, endSeconds: startSeconds + 1 }
      return weighRange(WEIGHTS, weight, range) - weighRange({ ...WEIGHTS, keyBytes: [] }, weight, range)
    }
    expect(lead(0)).toBe(0)
    expect(lead(2)).toBeGreaterThan(0)
    expect(lead(8)).toBeGreaterThan(5 * lead(2))
  })

  it('takes more at its seam the fewer bits a key picture has for its pixels, and nothing more of what is copied', () => {
    const seam = (pixels: number) => seamBytes({ keyBytes: 20_000, ownBytes: 10_000, pixels })
    expect(seam(1280 * 720)).toBeGreaterThan(1.5 * seam(320 * 180))
    expect(seam(1920 * 1080)).toBeLessThanOrEqual(60_000)
    const weights = {
      secondsPerPiece: 0.5,
      pictureBytes: Array(40).fill(1000),
      keyBytes: [...Array(20).fill(500), ...Array(20).fill(600)],
    }
    const weight = { pictureShare: 1, seamPixels: 320 * 180, anewPixels: 0, bytesPerSecond: 0, baseBytes: 0 }
    const weigh = (startSeconds: number, endSeconds: number) =>
      weighRange(weights, weight, { startSeconds, endSeconds })
    // Behind the next key picture, and with a tail in both, every second weighs what it does in the source.
    expect(weigh(8, 16) - weigh(8, 14)).toBe(4000)
    expect(weigh(8, 9.5)).toBe(Math.round(seamBytes({ keyBytes: 500, ownBytes: 3000, pixels: weight.seamPixels })))
  })

  it('of sound alone weighs the same everywhere, and the picture beside it', () => {
    const weight = weightOf({ quality: 'audio', format: 'mp3' })!
    const weigh = (startSeconds: number) => weighRange(WEIGHTS, weight, { startSeconds, endSeconds: startSeconds + 2 })
    expect(weigh(8)).toBe(weigh(1))
    expect(Math.abs(weigh(1) - 80_000 - 50_000)).toBeLessThan(3_000)
  })

  it('in the codecs of its source weighs what that does', () => {
    const own = weightOf({ quality: '2160p', format: 'original' })!
    const anew = weightOf({ quality: '2160p', format: 'mp4' })!
    expect(own.pictureShare * 13_000).toBeCloseTo(2_160_000, -1)
    expect(anew.pictureShare).toBeGreaterThan(own.pictureShare)
  })

  it('does not weigh anything that is known where the video has no such form, or says nothing', () => {
    expect(weightOf(HD, [picture('134', 360)])).toBeNull()
    expect(weightOf({ quality: '360p', format: 'mp4' }, [{ ...picture('134', 360), sizeBytes: null }])).toBeNull()
    expect(weightOf(HD, ALL, { ...WEIGHTS, pictureBytes: [0, 0] })).toBeNull()
    expect(weightOf({ quality: '360p', format: 'gif' })).toBeNull()
  })
})
