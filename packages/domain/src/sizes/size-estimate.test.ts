import { describe, expect, it } from 'vitest'
import type { ClipFormat } from '../formats/clip-format.ts'
import type { ClipForm } from '../formats/format-choice.ts'
import type { Rendition } from '../formats/rendition-choice.ts'
import { rendition } from '../formats/testing/renditions.ts'
import {
  bytesAt,
  clipBitrate,
  clipHeight,
  type EstimatedForm,
  estimateBytes,
  formSize,
  renditionToIndex,
} from './size-estimate.ts'

const video = (id: string, height: number, facts: Partial<Rendition> = {}) =>
  rendition(id, { width: Math.round((height * 16) / 9), height, bitrate: null, sizeBytes: height * 1000, ...facts })
const AUDIO_RENDITION = video('140', 360, {
  carries: 'audio',
  videoCodec: null,
  audioCodec: 'mp4a.40.2',
  sizeBytes: 160_000,
})
const VP9 = video('313', 2160, { videoCodec: 'vp9', container: 'webm' })
const RENDITIONS = [VP9, video('137', 1080), video('134', 360), video('160', 144), AUDIO_RENDITION]
/** Index of a ten-second video. The last two seconds have nine times as many bytes. */
const SIZE_INDEX = {
  secondsPerPiece: 2,
  frameBytes: [900, 1000, 1000, 1000, 8100],
  keySeconds: [0, 8],
  keyBytes: [100, 900],
  audioBytesPerSecond: 0,
}
const HD_FORM = { quality: '1080p', format: 'mp4' } as const
const sizeOf = (form: EstimatedForm, renditions = RENDITIONS) =>
  formSize(renditions, form, { durationSeconds: 10, artworkBytes: 50_000 }, SIZE_INDEX)
/** Estimated bytes of the video only, in the index's own bytes. */
const videoBytes = (startTime: number, endTime: number, isReencoded = false) =>
  estimateBytes(
    SIZE_INDEX,
    { videoShare: 1, isReencoded, headShare: 1.5, headBytes: 200, bytesPerSecond: 0, baseBytes: 0 },
    [{ startTime, endTime }],
  )

it('the size index is of H.264 in a separate file, neither the smallest nor the largest', () => {
  expect(renditionToIndex(RENDITIONS)?.id).toBe('134')
  expect(renditionToIndex([VP9, AUDIO_RENDITION])).toBeNull()
})

describe('the estimate of a clip', () => {
  it("is the index's size of its part, and the source's size for the whole", () => {
    const ranges = [{ startTime: 0, endTime: 10 }]
    expect(estimateBytes(SIZE_INDEX, sizeOf(HD_FORM)!, ranges) / (1_080_000 + 160_000)).toBeCloseTo(1, 1)
    expect(videoBytes(8, 10)).toBe(9000)
  })

  it('includes one more keyframe if it starts between two', () => {
    const head = (from: number) => videoBytes(from, 10) - 9000
    expect(head(8)).toBe(0)
    // The head has 500 bytes, the keyframe before it, and the overhead of fast encoding.
    expect(head(7)).toBeGreaterThan(600)
    expect(head(7)).toBeLessThan(1200)
    expect(videoBytes(2, 4, true)).toBe(1100)
  })

  it('of several ranges is their sum', () => {
    const [firstRange, secondRange] = [
      { startTime: 0, endTime: 2 },
      { startTime: 8, endTime: 10 },
    ] as const
    const size = sizeOf(HD_FORM)!
    const joinedBytes = estimateBytes(SIZE_INDEX, size, [firstRange, secondRange])
    expect(joinedBytes).toBeCloseTo(
      estimateBytes(SIZE_INDEX, size, [firstRange]) + estimateBytes(SIZE_INDEX, size, [secondRange]) - size.baseBytes,
      -1,
    )
  })

  it('of audio only is its bitrate throughout, plus its image', () => {
    const size = sizeOf({ quality: 'audio', format: 'mp3' })!
    const bytes = estimateBytes(SIZE_INDEX, size, [{ startTime: 1, endTime: 3 }])
    expect(Math.abs(bytes - 80_000 - 50_000)).toBeLessThan(3_000)
  })

  it("in the source codecs is the source's size, and larger for H.264 from VP9", () => {
    const [ownBitrate, reencoded] = [
      sizeOf({ quality: '2160p', format: 'original' })!,
      sizeOf({ quality: '2160p', format: 'mp4' })!,
    ]
    expect(ownBitrate.videoShare * 13_000).toBeCloseTo(2_160_000, -1)
    expect(reencoded.videoShare).toBeGreaterThan(1.3 * ownBitrate.videoShare)
    expect([ownBitrate.isReencoded, reencoded.isReencoded]).toEqual([false, true])
  })

  it('is absent if the video lacks the form, or nothing is known', () => {
    expect(sizeOf(HD_FORM, [video('134', 360)])).toBeNull()
    for (const format of ['gif', 'webp', 'png'] as const) expect(sizeOf({ quality: '360p', format })).toBeNull()
    expect(clipBitrate(RENDITIONS, { quality: '360p', format: 'png' }, 10)).toBeNull()
  })
})

describe('the average bitrate of a clip', () => {
  const bitrateOf = (form: ClipForm, renditions: readonly Rendition[] = RENDITIONS) => clipBitrate(renditions, form, 10)

  it('is that of its renditions', () => {
    expect(bitrateOf(HD_FORM)).toBe(864_000 + 128_000)
    expect(bitrateOf({ quality: 'audio', format: 'mp3' })).toBe(320_000)
    expect(bytesAt(320_000, [{ startTime: 5, endTime: 15 }])).toBe(400_000)
  })

  it('of audio only follows its format, or its source if copied or lossless', () => {
    const audioBitrate = (format: ClipFormat, audioCodec: string, sizeBytes: number) =>
      bitrateOf({ quality: 'audio', format }, [{ ...AUDIO_RENDITION, audioCodec, sizeBytes }])
    expect(audioBitrate('m4a', 'mp4a.40.2', 160_000)).toBe(128_000)
    expect(audioBitrate('opus', 'opus', 130_000)).toBe(104_000)
    expect(audioBitrate('opus', 'flac', 1_000_000)).toBe(160_000)
    // The source is 24-bit stereo at 96 kHz.
    expect(audioBitrate('wav', 'pcm-s24', 5_760_000)).toBe(4_608_000)
    expect(audioBitrate('flac', 'flac', 1_000_000)).toBe(800_000)
    expect(audioBitrate('wav', 'mp4a.40.2', 160_000)).toBe(1_411_200)
    expect(audioBitrate('flac', 'mp4a.40.2', 160_000)).toBeLessThan(1_411_200)
    const mp3 = { quality: 'audio', format: 'mp3' } as const
    const bitrates = (['128k', 'v2'] as const).map((bitrate) =>
      clipBitrate(RENDITIONS, { ...mp3, options: { bitrate } }, 10),
    )
    expect(bitrates).toEqual([128_000, 190_000])
  })

  it('falls with the height', () => {
    const muxed = video('22', 1080, { carries: 'both', audioCodec: 'mp4a.40.2', sizeBytes: 2_500_000 })
    const bitrates = (['1080p', '720p', '480p', '360p'] as const).map(
      (quality) => bitrateOf({ quality, format: 'mp4' }, [muxed]) ?? 0,
    )
    expect(bitrates).toEqual(bitrates.toSorted((a, b) => b - a))
    expect(bitrates[0]).toBe(2_000_000)
    expect(bitrates[3]).toBeGreaterThan(128_000)
  })

  it('includes audio of other codecs as AAC', () => {
    const withAudio = (audioCodec: string, sizeBytes: number) =>
      bitrateOf(HD_FORM, [...RENDITIONS.slice(0, -1), { ...AUDIO_RENDITION, audioCodec, sizeBytes }])! - 864_000
    expect(withAudio('opus', 160_000)).toBe(160_000)
    expect(withAudio('flac', 1_000_000)).toBe(192_000)
  })

  it('is a usual one if the source states none, and absent for a missing quality', () => {
    expect(
      bitrateOf({ quality: '360p', format: 'mp4' }, [video('134', 360, { sizeBytes: null }), AUDIO_RENDITION]),
    ).toBe(470_000 + 128_000)
    expect(bitrateOf({ quality: '2160p', format: 'mp4' }, [video('134', 360)])).toBeNull()
  })
})

it('burned-in subtitles re-encode a clip that would be copied', () => {
  const form = { quality: '1080p', format: 'mp4' } as const
  const options = { subtitles: { captions: 'en', as: 'burned', style: 'box' } } as const
  const [plainBitrate, burned] = [form, { ...form, options }].map(
    (variant) => clipBitrate(RENDITIONS, variant, 10) ?? 0,
  )
  expect(burned).not.toBe(plainBitrate)
})

describe('the estimate of an animation', () => {
  const bitrate = (format: 'gif' | 'webp', animation?: { width: number; frameRate: number }, renditions = RENDITIONS) =>
    clipBitrate(renditions, { quality: '360p', format, options: animation ? { animation } : {} }, 10) ?? 0

  it("follows its area, its frame rate and the source's bitrate", () => {
    const wideAnimation = { width: 480, frameRate: 12 }
    expect(bitrate('gif')).toBe(bitrate('gif', wideAnimation))
    const oneRendition = [video('134', 360)]
    expect(
      bitrate('gif', { width: 240, frameRate: 6 }, oneRendition) / bitrate('gif', wideAnimation, oneRendition),
    ).toBeCloseTo(1 / 8, 3)
    const [plainRenditions, richRenditions] = [10, 1000].map((kilobytes) => [
      video('134', 360, { sizeBytes: kilobytes * 1000 }),
    ])
    expect(bitrate('gif', wideAnimation, richRenditions)).toBeGreaterThan(
      5 * bitrate('gif', wideAnimation, plainRenditions),
    )
    expect(bitrate('webp')).toBeLessThan(bitrate('gif'))
  })

  it('never has more pixels or frames than the source', () => {
    const smallRenditions = [video('160', 144, { frameRate: 10 })]
    expect(bitrate('gif', { width: 720, frameRate: 25 }, smallRenditions)).toBe(
      bitrate('gif', { width: 256, frameRate: 10 }, smallRenditions),
    )
  })
})

describe('a cropped clip', () => {
  const options = { crop: '9:16' } as const

  it('has the size of its share of the area, re-encoded', () => {
    const [plainSize, cropped] = [sizeOf(HD_FORM)!, sizeOf({ ...HD_FORM, options })!]
    expect(cropped.isReencoded).toBe(true)
    expect(cropped.videoShare / plainSize.videoShare).toBeCloseTo(1.1 * (9 / 16) ** 2, 2)
  })

  it('has the height of its cropped frame', () => {
    const heights = (['1080p', '720p'] as const).map((quality) =>
      clipHeight(RENDITIONS, { ...HD_FORM, quality, options }),
    )
    expect(heights).toEqual([608, 406])
    expect(clipHeight(RENDITIONS, HD_FORM)).toBe(1080)
    expect(clipHeight(RENDITIONS, { ...HD_FORM, options }, 540)).toBe(304)
    expect(clipHeight(RENDITIONS, { quality: 'audio', format: 'mp3' })).toBeNull()
    expect(clipHeight(RENDITIONS, { quality: '360p', format: 'gif' })).toBeNull()
  })
})
