import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { TimeRange } from '../../src/api/time-range.ts'
import { joinLengthPrefixed, lengthPrefixedNals, nalType, withLengthBytes } from '../../src/bitstream/h264/nal-units.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { frameSamples, withoutBox } from '../support/odd-mp4.ts'
import { type FrameSample, framesOf, rebuildMp4 } from '../support/rebuilt-mp4.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const FPS = 30
const FRAMES = 60
const range = (from: number, to: number): TimeRange => ({ startTime: from, endTime: to })
/** From inside a GOP across a keyframe into another; from a keyframe on; inside one GOP; the end. */
const RANGES = [range(0.45, 1.5), range(2 / 3, 1.1), range(1.41, 1.49), range(1.87, 2)]

const baseRecipe: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [FPS, 1],
  frames: FRAMES,
  gopFrames: 20,
  bFrames: 2,
  video: 'h264',
  audio: null,
  layout: 'moov-last',
}
const unchangedVideo = uneditedVideo(baseRecipe)

const workshop = stampedWorkshop()
const videoOf = (changes: Partial<StampedRecipe> = {}) => workshop.video({ ...baseRecipe, ...changes })

/** Cuts every range. Returns the number of copied frames. */
async function expectAllExact(sourceVideo: Buffer, ranges: readonly TimeRange[] = RANGES): Promise<number> {
  const media = await openBytes(sourceVideo)
  const isWebm = media.facts.container === 'webm' || media.facts.container === 'matroska'
  const video = isWebm ? { ...unchangedVideo, roundedToSeconds: 0.001 } : unchangedVideo
  let copiedFrames = 0
  for (const clipRange of ranges) {
    const { receipt, clip } = await expectExact(media, video, clipRange, workshop)
    expect(clip.codecs.video).toBe('h264')
    copiedFrames += receipt.framesCopied
  }
  return copiedFrames
}

describe('frames are copied', () => {
  it.each(['baseline', 'main', 'high'] as const)('in the %s profile', async (profile) => {
    const bFrames = profile === 'baseline' ? 0 : 2
    expect(await expectAllExact(await videoOf({ profile, bFrames }))).toBeGreaterThan(20)
  })

  it('if all are keyframes', async () => {
    const sourceVideo = await videoOf({ gopFrames: 1, bFrames: 0 })
    const frameCount = 31 + 13 + 2 + 3
    expect(await expectAllExact(sourceVideo)).toBe(frameCount)
    // A file with keyframes only has no table of sync samples, and needs none.
    expect(frameSamples(sourceVideo).samples.syncSamples).toBeNull()
  })

  it('if they are interlaced', async () => {
    expect(await expectAllExact(await videoOf({ x264: 'tff=1' }))).toBeGreaterThan(20)
  })

  it('if they have several slices, after delimiters', async () => {
    expect(await expectAllExact(await videoOf({ x264: 'aud=1:slices=3' }))).toBeGreaterThan(20)
  })

  it('after SEI messages of several kilobytes', async () => {
    const sourceVideo = await videoOf()
    const { samples, configuration } = framesOf(sourceVideo)
    const supplement = Uint8Array.of(6, 5, ...new Array(19).fill(255), 155, ...new Array(5000).fill(7), 0x80)
    const changedSamples = samples.map((sample) => withNals(sample, (nals) => [supplement, ...nals]))
    expect(await expectAllExact(rebuildMp4(sourceVideo, changedSamples, configuration))).toBeGreaterThan(20)
  })

  it.each([1, 2])('if their NAL units have %i-byte lengths', async (lengthBytes) => {
    const sourceVideo = await videoOf(lengthBytes === 1 ? { x264: 'slice-max-size=200', texture: false } : {})
    const { samples, configuration } = framesOf(sourceVideo)
    const shorterSamples = samples
      .map((sample) => withNals(sample, (nals) => nals.filter((nal) => nal.length < 256 ** lengthBytes)))
      .map((sample) => ({ ...sample, data: withLengthBytes(sample.data, 4, lengthBytes) }))
    const newConfiguration = configuration.with(4, 0xfc | (lengthBytes - 1))
    expect(await expectAllExact(rebuildMp4(sourceVideo, shorterSamples, newConfiguration))).toBeGreaterThan(20)
  })

  it('with parameter sets among them, under ids that are not in the header', async () => {
    const sourceVideo = await videoOf()
    const inBandVideo = framesOf(await videoOf({ x264: 'repeat-headers=1:sps-id=1' }))
    expect(nalTypes(inBandVideo.samples[0]!)).toContain(7)
    const { configuration } = framesOf(sourceVideo)
    expect(await expectAllExact(rebuildMp4(sourceVideo, inBandVideo.samples, configuration))).toBeGreaterThan(20)
  })
})

describe('frames are re-encoded', () => {
  it('because GOPs are open, so that only the beginning is a clean start', async () => {
    const sourceVideo = await videoOf({ openGop: true, bFrames: 3 })
    expect(await expectAllExact(sourceVideo)).toBe(0)
    expect(await expectAllExact(sourceVideo, [range(0, 1)])).toBeGreaterThan(20)
  })

  it.each(['with', 'without'])('because GOPs are open, %s a table of sync samples', async (how) => {
    const sourceVideo = await videoOf({ openGop: true })
    expect(await expectAllExact(how === 'with' ? sourceVideo : withoutBox(sourceVideo, 'stss'))).toBe(0)
  })

  it('because a gradual refresh replaces keyframes', async () => {
    expect(await expectAllExact(await videoOf({ x264: 'intra-refresh=1', bFrames: 0 }))).toBe(0)
  })

  it('because there is only one GOP', async () => {
    expect(await expectAllExact(await videoOf({ gopFrames: FRAMES }))).toBe(0)
  })

  it('because parameter sets among them change', async () => {
    const sourceVideo = await videoOf()
    const { configuration } = framesOf(sourceVideo)
    const firstSamples = framesOf(await videoOf({ x264: 'repeat-headers=1' })).samples
    const otherSamples = framesOf(await videoOf({ x264: 'repeat-headers=1', profile: 'main' })).samples
    const changingSamples = [...firstSamples.slice(0, 40), ...otherSamples.slice(40)]
    expect(nalTypes(changingSamples[40]!)).toContain(5)
    expect(await expectAllExact(rebuildMp4(sourceVideo, changingSamples, configuration), [range(0.45, 1.9)])).toBe(0)
  })

  it.each([
    ['10-bit H.264', { pixelFormat: 'yuv420p10' }],
    ['4:2:2 H.264', { pixelFormat: 'yuv422p' }],
    ['HEVC', { video: 'hevc' }],
    ['10-bit HEVC', { video: 'hevc', pixelFormat: 'yuv420p10' }],
    ['HEVC with open GOPs', { video: 'hevc', openGop: true }],
    ['VP9', { video: 'vp9' }],
    ['AV1', { video: 'av1' }],
    ['VP8', { video: 'vp8', layout: 'webm' }],
  ] satisfies [string, Partial<StampedRecipe>][])('because they are %s', async (_, changes) => {
    expect(await expectAllExact(await videoOf(changes))).toBe(0)
  })

  it.each(['hevc', 'vp9', 'av1'] as const)('because they are %s without a table of sync samples', async (video) => {
    expect(await expectAllExact(withoutBox(await videoOf({ video }), 'stss'), [range(0.5, 0.9), range(1.5, 1.8)])).toBe(
      0,
    )
  })
})

function withNals(sample: FrameSample, change: (nals: Uint8Array[]) => Uint8Array[]): FrameSample {
  return { ...sample, data: joinLengthPrefixed(change([...lengthPrefixedNals(sample.data, 4)]), 4) }
}

function nalTypes({ data }: FrameSample): number[] {
  return [...lengthPrefixedNals(data, 4)].map(nalType)
}
