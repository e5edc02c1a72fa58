import { describe, expect, it } from 'vitest'
import type { RequestedForm } from '../formats/format-choice.ts'
import type { Rendition } from '../formats/rendition-choice.ts'
import { formSize, renditionToEstimate } from './clip-size-index.ts'
import { estimateFrames, estimateRange, estimateRanges, seamBytes } from './estimate-range.ts'

const frame = (id: string, height: number, videoCodec = 'avc1.4d401e', container = 'mp4'): Rendition => ({
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
  audioPreference: 0,
})
const AUDIO: Rendition = {
  ...frame('140', 360),
  carries: 'audio',
  videoCodec: null,
  audioCodec: 'mp4a.40.2',
  sizeBytes: 40_000,
}
const ALL = [frame('313', 2160, 'vp9', 'webm'), frame('137', 1080), frame('134', 360), frame('160', 144), AUDIO]
/** Of ten seconds, the last two of which are nine times as heavy. */
const SIZE_INDEX = {
  secondsPerPiece: 2,
  frameBytes: [900, 1000, 1000, 1000, 8100],
  keySeconds: [0, 8],
  keyBytes: [100, 900],
  audioBytesPerSecond: 0,
}
const KNOWN = { durationSeconds: 10, artworkBytes: 50_000 }
const sizeOf = (form: RequestedForm, renditions = ALL, sizeIndex = SIZE_INDEX) =>
  formSize(renditions, form, KNOWN, sizeIndex)
const HD = { quality: '1080p', format: 'mp4' } as const

it('a image of the middle is weighed, in H.264 and in a file that has an index', () => {
  expect(renditionToEstimate(ALL)?.id).toBe('134')
  expect(renditionToEstimate([frame('313', 2160, 'vp9', 'webm'), AUDIO])).toBeNull()
})

describe('a clip', () => {
  it('weighs what its part of the video does', () => {
    const weight = sizeOf(HD)!
    const estimate = (startTime: number, endTime: number) =>
      estimateRange(SIZE_INDEX, { ...weight, seamPixels: 0 }, { startTime, endTime }) - weight.baseBytes
    expect(estimate(8, 10) / estimate(0, 2)).toBeGreaterThan(5)
    const copied = (startTime: number, endTime: number) =>
      estimateRange(SIZE_INDEX, weight, { startTime, endTime }) - weight.baseBytes
    // From a keyframe to the end nothing is made again.
    expect(copied(8, 10)).toBe(estimate(8, 10))
    expect(estimate(0, 8) + estimate(8, 10)).toBe(estimate(0, 10))
    // All of it is the size that the source says, and what an MP4 has besides.
    expect(estimate(0, 10)).toBeGreaterThan(1_080_000 + 40_000)
    expect(estimate(0, 10)).toBeLessThan(1.01 * (1_080_000 + 40_000))
  })

  it('of the very rendition that was weighed weighs what its index says, whatever stands in the file besides', () => {
    const [estimated] = [frame('22', 720)]
    const weight = sizeOf({ quality: '720p', format: 'mp4' }, [{ ...estimated, sizeBytes: 30_000 }])!
    expect(
      estimateRange(SIZE_INDEX, { ...weight, bytesPerSecond: 0, baseBytes: 0 }, { startTime: 0, endTime: 10 }),
    ).toBe(13_000)
  })

  it('of a larger rendition is told by keyframes that grow less than the rest, and all of it is the size that the source says', () => {
    const renditions = [frame('133', 240), frame('134', 360), { ...frame('135', 480), sizeBytes: 1_500_000 }]
    const sizeIndex = {
      ...SIZE_INDEX,
      frameBytes: SIZE_INDEX.frameBytes.map((bytes) => 50 * bytes),
      keyBytes: [60_000, 90_000],
    }
    const { frameShare, keyShare } = sizeOf({ quality: '480p', format: 'mp4' }, renditions, sizeIndex)!
    const whole = 50 * 12_000 + 150_000
    expect(keyShare).toBeLessThan(1_500_000 / whole)
    expect(keyShare).toBeGreaterThan(Math.sqrt(480 / 360))
    expect(50 * 12_000 * frameShare + 150_000 * keyShare).toBeCloseTo(1_500_000, 0)
    // Of another codec nobody knows that.
    const vp9 = { ...frame('313', 2160, 'vp9', 'webm'), sizeBytes: 9_000_000 }
    const other = sizeOf({ quality: '2160p', format: 'original' }, [...renditions, vp9], sizeIndex)!
    expect(other.keyShare).toBe(other.frameShare)
  })

  it('that begins in the middle weighs a keyframe more', () => {
    const weight = sizeOf(HD)!
    const frames = (startTime: number, endTime: number) =>
      estimateFrames(SIZE_INDEX, { ...weight, keyShare: weight.frameShare }, { startTime, endTime }) / weight.frameShare
    expect(frames(8, 10)).toBeCloseTo(900 + 8100, 6)
    expect(frames(9, 10)).toBeGreaterThan(900 / 2 + 8100 / 2)
    expect(frames(2, 4)).toBeGreaterThan(1000)
    expect(frames(9, 10) - 8100 / 2).toBeGreaterThan(5 * (frames(2, 4) - 1000))
  })

  it('takes more at its seam the fewer bits a keyframe has for its pixels, and nothing more of what is copied', () => {
    const seam = (pixels: number) => seamBytes({ keyBytes: 20_000, ownBytes: 10_000, pixels })
    expect(seam(1280 * 720)).toBeGreaterThan(1.5 * seam(320 * 180))
    expect(seam(1920 * 1080)).toBeLessThanOrEqual(60_000)
    const sizeIndex = {
      secondsPerPiece: 0.5,
      frameBytes: Array(40).fill(1000),
      keySeconds: [0, 10],
      keyBytes: [500, 600],
    }
    const weight = {
      ...{ frameShare: 1, keyShare: 1, frameSeconds: 1 / 25 },
      seamPixels: 320 * 180,
      againPixels: 0,
      bytesPerSecond: 0,
      baseBytes: 0,
      leastSeconds: 0,
    }
    const estimate = (startTime: number, endTime: number) => estimateRange(sizeIndex, weight, { startTime, endTime })
    // No other image is shown between its beginning and that keyframe.
    expect(estimate(9.962, 19)).toBe(estimate(10, 19))
    expect(estimate(9.96, 19)).toBeGreaterThan(estimate(10, 19) + 500)
    // Behind the next keyframe every second weighs what it does in the source.
    expect(estimate(10, 19) - estimate(10, 17)).toBe(4000)
    expect(estimate(8, 9.5)).toBe(Math.round(seamBytes({ keyBytes: 500, ownBytes: 3000, pixels: weight.seamPixels })))
  })

  it('with a seam takes no more than the engine has bits for, however large the keyframe before it', () => {
    const sizeIndex = {
      secondsPerPiece: 0.5,
      frameBytes: Array(40).fill(50),
      keySeconds: [0, 5, 10],
      keyBytes: [20_000, 20_000, 20_000],
    }
    const weight = {
      ...{ frameShare: 1, keyShare: 1, frameSeconds: 1 / 25 },
      seamPixels: 1280 * 720,
      againPixels: 0,
      bytesPerSecond: 0,
      baseBytes: 0,
      leastSeconds: 0,
    }
    const bySeconds = (startTime: number) => estimateRange(sizeIndex, weight, { startTime, endTime: startTime + 1 })
    const alone = seamBytes({ keyBytes: 20_000, ownBytes: 0, pixels: weight.seamPixels })
    expect(bySeconds(4.9)).toBeLessThan(20_000 + 2 * alone)
    expect(bySeconds(4.9)).toBeGreaterThan(2 * 20_000)
  })

  it('of audio alone weighs the same everywhere, and the image beside it', () => {
    const weight = sizeOf({ quality: 'audio', format: 'mp3' })!
    const estimate = (startTime: number) => estimateRange(SIZE_INDEX, weight, { startTime, endTime: startTime + 2 })
    expect(estimate(8)).toBe(estimate(1))
    expect(Math.abs(estimate(1) - 80_000 - 50_000)).toBeLessThan(3_000)
  })

  it('has audio of its source, which takes more where AAC has to be made of a codec that does with less', () => {
    const estimate = (audioCodec: string, sizeBytes: number, form: RequestedForm = HD) =>
      sizeOf(form, [...ALL.slice(0, -1), { ...AUDIO, audioCodec, sizeBytes }])!.bytesPerSecond
    const own = estimate('mp4a.40.2', 160_000)
    expect(estimate('mp3', 160_000)).toBe(own)
    expect(estimate('opus', 128_000)).toBe(own)
    expect(estimate('mp4a.40.5', 80_000)).toBe(own)
    // Of what loses nothing no more than is heard; of AAC that is copied all.
    expect(estimate('flac', 1_000_000)).toBe(estimate('mp4a.40.2', 240_000))
    expect(estimate('ac-3', 800_000)).toBe(estimate('mp4a.40.2', 480_000))
    const webm = { quality: '2160p', format: 'original' } as const
    expect(estimate('opus', 160_000, webm)).toBe(own)
  })

  it('in the codecs of its source weighs what that does', () => {
    const own = sizeOf({ quality: '2160p', format: 'original' })!
    const anew = sizeOf({ quality: '2160p', format: 'mp4' })!
    expect(own.frameShare * 13_000).toBeCloseTo(2_160_000, -1)
    expect(anew.frameShare).toBeGreaterThan(own.frameShare)
  })

  it('in VP9 is told only where it is long, of all ranges: H.264 tells little of its seams', () => {
    const vp9 = sizeOf({ quality: '2160p', format: 'original' })!
    const hd = sizeOf({ quality: '1080p', format: 'original' })!
    const ranges = [
      { startTime: 0, endTime: 30 },
      { startTime: 40, endTime: 45 },
    ]
    const [long] = ranges as [(typeof ranges)[0]]
    expect(estimateRanges(SIZE_INDEX, vp9, [long])).toBe(estimateRange(SIZE_INDEX, vp9, long))
    expect(estimateRanges(SIZE_INDEX, vp9, ranges)).toBeNull()
    expect(estimateRanges(SIZE_INDEX, hd, ranges)).toBeGreaterThan(estimateRanges(SIZE_INDEX, hd, [long])!)
  })

  it('does not weigh anything that is known where the video has no such form, or says nothing', () => {
    expect(sizeOf(HD, [frame('134', 360)])).toBeNull()
    expect(sizeOf({ quality: '360p', format: 'mp4' }, [{ ...frame('134', 360), sizeBytes: null }])).toBeNull()
    expect(sizeOf(HD, ALL, { ...SIZE_INDEX, frameBytes: [0, 0], keySeconds: [], keyBytes: [] })).toBeNull()
    expect(sizeOf({ quality: '360p', format: 'gif' })).toBeNull()
  })
})
