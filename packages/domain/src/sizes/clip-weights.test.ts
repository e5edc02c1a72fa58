import { describe, expect, it } from 'vitest'
import type { WishedForm } from '../formats/format-choice.ts'
import type { Rendition } from '../formats/rendition-choice.ts'
import { formWeight, renditionToWeigh } from './clip-weights.ts'
import { seamBytes, weighPictures, weighRange, weighRanges } from './weigh-range.ts'

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
  pictureBytes: [900, 1000, 1000, 1000, 8100],
  keySeconds: [0, 8],
  keyBytes: [100, 900],
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
    const weight = weightOf(HD)!
    const weigh = (startTime: number, endTime: number) =>
      weighRange(WEIGHTS, { ...weight, seamPixels: 0 }, { startTime, endTime }) - weight.baseBytes
    expect(weigh(8, 10) / weigh(0, 2)).toBeGreaterThan(5)
    const copied = (startTime: number, endTime: number) =>
      weighRange(WEIGHTS, weight, { startTime, endTime }) - weight.baseBytes
    // From a key picture to the end nothing is made anew.
    expect(copied(8, 10)).toBe(weigh(8, 10))
    expect(weigh(0, 8) + weigh(8, 10)).toBe(weigh(0, 10))
    // All of it is the size that the source says, and what an MP4 has besides.
    expect(weigh(0, 10)).toBeGreaterThan(1_080_000 + 40_000)
    expect(weigh(0, 10)).toBeLessThan(1.01 * (1_080_000 + 40_000))
  })

  it('of the very rendition that was weighed weighs what its index says, whatever stands in the file besides', () => {
    const [weighed] = [picture('22', 720)]
    const weight = weightOf({ quality: '720p', format: 'mp4' }, [{ ...weighed, sizeBytes: 30_000 }])!
    expect(weighRange(WEIGHTS, { ...weight, bytesPerSecond: 0, baseBytes: 0 }, { startTime: 0, endTime: 10 })).toBe(
      13_000,
    )
  })

  it('of a larger rendition is told by key pictures that grow less than the rest, and all of it is the size that the source says', () => {
    const renditions = [picture('133', 240), picture('134', 360), { ...picture('135', 480), sizeBytes: 1_500_000 }]
    const weights = {
      ...WEIGHTS,
      pictureBytes: WEIGHTS.pictureBytes.map((bytes) => 50 * bytes),
      keyBytes: [60_000, 90_000],
    }
    const { pictureShare, keyShare } = weightOf({ quality: '480p', format: 'mp4' }, renditions, weights)!
    const whole = 50 * 12_000 + 150_000
    expect(keyShare).toBeLessThan(1_500_000 / whole)
    expect(keyShare).toBeGreaterThan(Math.sqrt(480 / 360))
    expect(50 * 12_000 * pictureShare + 150_000 * keyShare).toBeCloseTo(1_500_000, 0)
    // Of another codec nobody knows that.
    const vp9 = { ...picture('313', 2160, 'vp9', 'webm'), sizeBytes: 9_000_000 }
    const other = weightOf({ quality: '2160p', format: 'original' }, [...renditions, vp9], weights)!
    expect(other.keyShare).toBe(other.pictureShare)
  })

  it('that begins in the middle weighs a key picture more', () => {
    const weight = weightOf(HD)!
    const pictures = (startTime: number, endTime: number) =>
      weighPictures(WEIGHTS, { ...weight, keyShare: weight.pictureShare }, { startTime, endTime }) / weight.pictureShare
    expect(pictures(8, 10)).toBeCloseTo(900 + 8100, 6)
    expect(pictures(9, 10)).toBeGreaterThan(900 / 2 + 8100 / 2)
    expect(pictures(2, 4)).toBeGreaterThan(1000)
    expect(pictures(9, 10) - 8100 / 2).toBeGreaterThan(5 * (pictures(2, 4) - 1000))
  })

  it('takes more at its seam the fewer bits a key picture has for its pixels, and nothing more of what is copied', () => {
    const seam = (pixels: number) => seamBytes({ keyBytes: 20_000, ownBytes: 10_000, pixels })
    expect(seam(1280 * 720)).toBeGreaterThan(1.5 * seam(320 * 180))
    expect(seam(1920 * 1080)).toBeLessThanOrEqual(60_000)
    const weights = {
      secondsPerPiece: 0.5,
      pictureBytes: Array(40).fill(1000),
      keySeconds: [0, 10],
      keyBytes: [500, 600],
    }
    const weight = {
      ...{ pictureShare: 1, keyShare: 1, pictureSeconds: 1 / 25 },
      seamPixels: 320 * 180,
      anewPixels: 0,
      bytesPerSecond: 0,
      baseBytes: 0,
      leastSeconds: 0,
    }
    const weigh = (startTime: number, endTime: number) => weighRange(weights, weight, { startTime, endTime })
    // No other picture is shown between its beginning and that key picture.
    expect(weigh(9.962, 19)).toBe(weigh(10, 19))
    expect(weigh(9.96, 19)).toBeGreaterThan(weigh(10, 19) + 500)
    // Behind the next key picture every second weighs what it does in the source.
    expect(weigh(10, 19) - weigh(10, 17)).toBe(4000)
    expect(weigh(8, 9.5)).toBe(Math.round(seamBytes({ keyBytes: 500, ownBytes: 3000, pixels: weight.seamPixels })))
  })

  it('with a seam takes no more than the engine has bits for, however large the key picture before it', () => {
    const weights = {
      secondsPerPiece: 0.5,
      pictureBytes: Array(40).fill(50),
      keySeconds: [0, 5, 10],
      keyBytes: [20_000, 20_000, 20_000],
    }
    const weight = {
      ...{ pictureShare: 1, keyShare: 1, pictureSeconds: 1 / 25 },
      seamPixels: 1280 * 720,
      anewPixels: 0,
      bytesPerSecond: 0,
      baseBytes: 0,
      leastSeconds: 0,
    }
    const bySeconds = (startTime: number) => weighRange(weights, weight, { startTime, endTime: startTime + 1 })
    const alone = seamBytes({ keyBytes: 20_000, ownBytes: 0, pixels: weight.seamPixels })
    expect(bySeconds(4.9)).toBeLessThan(20_000 + 2 * alone)
    expect(bySeconds(4.9)).toBeGreaterThan(2 * 20_000)
  })

  it('of sound alone weighs the same everywhere, and the picture beside it', () => {
    const weight = weightOf({ quality: 'audio', format: 'mp3' })!
    const weigh = (startTime: number) => weighRange(WEIGHTS, weight, { startTime, endTime: startTime + 2 })
    expect(weigh(8)).toBe(weigh(1))
    expect(Math.abs(weigh(1) - 80_000 - 50_000)).toBeLessThan(3_000)
  })

  it('has sound of its source, which takes more where AAC has to be made of a codec that does with less', () => {
    const weigh = (audioCodec: string, sizeBytes: number, form: WishedForm = HD) =>
      weightOf(form, [...ALL.slice(0, -1), { ...SOUND, audioCodec, sizeBytes }])!.bytesPerSecond
    const own = weigh('mp4a.40.2', 160_000)
    expect(weigh('mp3', 160_000)).toBe(own)
    expect(weigh('opus', 128_000)).toBe(own)
    expect(weigh('mp4a.40.5', 80_000)).toBe(own)
    // Of what loses nothing no more than is heard; of AAC that is copied all.
    expect(weigh('flac', 1_000_000)).toBe(weigh('mp4a.40.2', 240_000))
    expect(weigh('ac-3', 800_000)).toBe(weigh('mp4a.40.2', 480_000))
    const webm = { quality: '2160p', format: 'original' } as const
    expect(weigh('opus', 160_000, webm)).toBe(own)
  })

  it('in the codecs of its source weighs what that does', () => {
    const own = weightOf({ quality: '2160p', format: 'original' })!
    const anew = weightOf({ quality: '2160p', format: 'mp4' })!
    expect(own.pictureShare * 13_000).toBeCloseTo(2_160_000, -1)
    expect(anew.pictureShare).toBeGreaterThan(own.pictureShare)
  })

  it('in VP9 is told only where it is long, of all ranges: H.264 tells little of its seams', () => {
    const vp9 = weightOf({ quality: '2160p', format: 'original' })!
    const hd = weightOf({ quality: '1080p', format: 'original' })!
    const ranges = [
      { startTime: 0, endTime: 30 },
      { startTime: 40, endTime: 45 },
    ]
    const [long] = ranges as [(typeof ranges)[0]]
    expect(weighRanges(WEIGHTS, vp9, [long])).toBe(weighRange(WEIGHTS, vp9, long))
    expect(weighRanges(WEIGHTS, vp9, ranges)).toBeNull()
    expect(weighRanges(WEIGHTS, hd, ranges)).toBeGreaterThan(weighRanges(WEIGHTS, hd, [long])!)
  })

  it('does not weigh anything that is known where the video has no such form, or says nothing', () => {
    expect(weightOf(HD, [picture('134', 360)])).toBeNull()
    expect(weightOf({ quality: '360p', format: 'mp4' }, [{ ...picture('134', 360), sizeBytes: null }])).toBeNull()
    expect(weightOf(HD, ALL, { ...WEIGHTS, pictureBytes: [0, 0], keySeconds: [], keyBytes: [] })).toBeNull()
    expect(weightOf({ quality: '360p', format: 'gif' })).toBeNull()
  })
})
