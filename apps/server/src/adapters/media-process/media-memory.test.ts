import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { CutInput } from '../../ports/media.ts'
import { codecBytesOf, residentBytesOfCut } from './share-of-machine.ts'
import { makeLargeVideo, measureCut } from './testing/measured-cut.ts'
import { DEFAULT_LIMITS } from './watch-limits.ts'

/** Limit for the memory that a cut takes in addition to an idle process. */
const MAX_CUT_BYTES = 512 * 1024 ** 2
const RECIPE = { frames: 60, gopFrames: 45, texture: true } as const
const ONE_RANGE = [{ startTime: 0.3, endTime: 1.7 }]
const JOINED_RANGES = [
  { startTime: 0.3, endTime: 1.2 },
  { startTime: 0.8, endTime: 1.9 },
  { startTime: 0.1, endTime: 0.6 },
]

const folder = temporaryDirectory()

const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'

describe.runIf(process.platform === 'linux')('the memory of a cut of large frames', () => {
  const videoSpec = (height: number | null): CutInput['spec'] => ({ kind: 'video', height })

  it('stays within bounds for joined ranges of 4K', async () => {
    const ranges = [
      { startTime: 0.25, endTime: 0.45 },
      { startTime: 0.3, endTime: 0.5 },
    ]
    const sourceVideo = await makeLargeVideo(folder, 'uhd', {})
    const { outcome, atRestBytes, highestBytes } = await measureCut(sourceVideo, ranges, videoSpec(null), folder)
    expect(outcome).toMatchObject({ kind: 'receipt', receipt: { frames: 12 } })
    // The memory holds the decoder's frames of 12 MB each and the state of the encoder of the seams.
    expect(highestBytes - atRestBytes).toBeLessThan(300 * 1024 ** 2)
  })

  /** Long texts in the largest font. The text changes ten times a second. */
  const burnedSubtitlesSpec = (height: number | null): CutInput['spec'] => {
    const text = '日本語の字幕はとても長いので、二行か三行に分けて表示されなければ '.repeat(3)
    const cues = Array.from({ length: 20 }, (_, index) => ({
      startTime: index / 10,
      endTime: (index + 1) / 10,
      text: `${text}${index}`,
    }))
    return { kind: 'video', height, subtitles: { as: 'burned', style: 'box', language: 'ja', cues } }
  }

  it.runIf(isFullRun).each<[string, Partial<StampedRecipe>, typeof JOINED_RANGES, CutInput['spec']]>([
    ['for one range, spliced', {}, ONE_RANGE, videoSpec(null)],
    ['for several joined ranges', {}, JOINED_RANGES, videoSpec(null)],
    ['for 1080p', {}, ONE_RANGE, videoSpec(1080)],
    ['for 10-bit HEVC', { video: 'hevc', pixelFormat: 'yuv420p10' }, ONE_RANGE, videoSpec(null)],
    ['for several ranges of 10-bit HEVC', { video: 'hevc', pixelFormat: 'yuv420p10' }, JOINED_RANGES, videoSpec(null)],
    ['for HDR', { video: 'hevc', pixelFormat: 'yuv420p10', hdr: 'pq' }, ONE_RANGE, videoSpec(null)],
    ['for VP9', { video: 'vp9', layout: 'webm', audio: 'opus' }, ONE_RANGE, videoSpec(null)],
    [
      'for several ranges of low-bitrate 1080p with re-encoded seams',
      { width: 1920, height: 1080, videoBitrate: 1_000_000 },
      JOINED_RANGES,
      videoSpec(null),
    ],
    ['for AV1 in its own codec', { video: 'av1' }, ONE_RANGE, { kind: 'original' }],
    ['for a GIF', {}, ONE_RANGE, { kind: 'gif' }],
    ['for burned subtitles', {}, ONE_RANGE, burnedSubtitlesSpec(null)],
    ['for several ranges with burned subtitles', {}, JOINED_RANGES, burnedSubtitlesSpec(null)],
    [
      'for VP9 with burned subtitles',
      { video: 'vp9', layout: 'webm', audio: 'opus' },
      ONE_RANGE,
      burnedSubtitlesSpec(null),
    ],
    [
      'of HDR as 1080p, with subtitles drawn into it',
      { video: 'hevc', pixelFormat: 'yuv420p10', hdr: 'pq' },
      ONE_RANGE,
      burnedSubtitlesSpec(1080),
    ],
  ])('stays within its limit %s', async (name, recipe, ranges, spec) => {
    const sourceVideo = await makeLargeVideo(folder, name.replaceAll(' ', '-'), { ...RECIPE, ...recipe })
    const { outcome, atRestBytes, highestBytes } = await measureCut(sourceVideo, ranges, spec, folder)
    expect(outcome.kind).toBe('receipt')
    expect(highestBytes - atRestBytes).toBeLessThan(MAX_CUT_BYTES)
    expect(highestBytes).toBeLessThan(DEFAULT_LIMITS.maxResidentBytes)
  })

  it.runIf(isFullRun)('stays within a larger limit for 4K VP9 in its own codec', async () => {
    const recipe = { ...RECIPE, video: 'vp9', layout: 'webm', audio: 'opus' } as const
    const sourceVideo = await makeLargeVideo(folder, 'vp9-as-it-is', recipe)
    const spec = { kind: 'original', container: 'mp4' } as const
    const ampleBytes = residentBytesOfCut(2, 4 * 1024 ** 3)
    const { outcome, highestBytes } = await measureCut(sourceVideo, ONE_RANGE, spec, folder, codecBytesOf(ampleBytes))
    expect(outcome).toMatchObject({ kind: 'receipt', receipt: { frames: 42 } })
    expect(highestBytes).toBeLessThan(ampleBytes)
    expect(highestBytes).toBeGreaterThan(DEFAULT_LIMITS.maxResidentBytes)
    const refusedCut = await measureCut(sourceVideo, ONE_RANGE, spec, folder)
    expect(refusedCut.outcome).toMatchObject({ kind: 'failed', code: 'media_too_large' })
    expect(refusedCut.highestBytes - refusedCut.atRestBytes).toBeLessThan(40e6)
  })

  it.runIf(isFullRun).each<[string, Partial<StampedRecipe>, CutInput['spec']]>([
    ['8K as 8K', { width: 7680, height: 4320, frames: 6, gopFrames: 4 }, videoSpec(null)],
    [
      '8K 10-bit HEVC',
      { width: 7680, height: 4320, frames: 3, video: 'hevc', pixelFormat: 'yuv420p10' },
      videoSpec(720),
    ],
  ])('is not used for %s, which is refused', async (name, recipe, spec) => {
    const sourceVideo = await makeLargeVideo(folder, name.replaceAll(' ', '-'), recipe)
    const range = [{ startTime: 0.03, endTime: 0.1 }]
    const { outcome, atRestBytes, highestBytes } = await measureCut(sourceVideo, range, spec, folder)
    expect(outcome).toMatchObject({ kind: 'failed', code: 'media_too_large' })
    expect(highestBytes - atRestBytes).toBeLessThan(40e6)
  })
})
