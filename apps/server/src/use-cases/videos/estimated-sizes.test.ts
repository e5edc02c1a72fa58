import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cut, fileSink, open as openMedia, plan, readWeights } from '@kerf/cutter'
import { AUDIO_BITRATE, QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import { chooseRenditions } from '@kerf/domain/formats/rendition-choice'
import { approximateClipBytes, clipBitrate, encodedShare } from '@kerf/domain/sizes/clip-size'
import { type FormWeight, formWeight, MOST_PIECES, renditionToWeigh } from '@kerf/domain/sizes/clip-weights'
import { weighPictures, weighRange, weighRanges } from '@kerf/domain/sizes/weigh-range'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSampleSource } from '../../adapters/sample/sample-source.ts'
import type { LocatedRendition, ResolvedVideo, Weights } from '../../ports/sources.ts'

const sample = createSampleSource()
const { signal } = new AbortController()
/** Of shots that differ, down to a second, of which most is seams. */
const RANGES = [
  { startTime: 21.37, endTime: 22.37 },
  { startTime: 40.71, endTime: 42.71 },
  { startTime: 11.12, endTime: 18.33 },
  { startTime: 53.4, endTime: 57.4 },
  { startTime: 29.05, endTime: 43.37 },
]

/** npm run test:hard holds every form against more of them. */
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

let folder: string
let video: ResolvedVideo
let weights: Weights
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-sizes-'))
  const resolution = await sample.resolve('sample', signal)
  if (!resolution.ok) throw new Error(resolution.code)
  video = resolution.video
  const weighed = await open(renditionToWeigh(video.renditions))
  const media = await openMedia({ video: weighed, audio: weighed })
  weights = await readWeights(media, MOST_PIECES)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = async (rendition: LocatedRendition | null) => rendition && sample.openRendition(rendition, signal)

/** Cuts parts of the sample, joined to one clip, as the server would. */
async function bytesOf(quality: QualityId, ...ranges: typeof RANGES): Promise<number> {
  const choice = chooseRenditions(video.renditions, quality)
  if (!choice) throw new Error('not offered')
  const media = await openMedia({ video: await open(choice.video), audio: await open(choice.audio) })
  const wish = choice.video
    ? {
        ...({ kind: 'video', height: choice.scaleToLines } as const),
        share: encodedShare(choice, choice.video, video.durationSeconds),
        pictureBytes: ranges.reduce((sum, range) => sum + weighPictures(weights, weightOf(quality), range), 0),
      }
    : ({ kind: 'mp3', bitrate: AUDIO_BITRATE } as const)
  const planned = await plan(media, ranges, wish)
  return (await cut(planned, fileSink(join(folder, 'clip')))).clipBytes
}

const said = (quality: QualityId, range: (typeof RANGES)[number]) => weighRange(weights, weightOf(quality), range)

function weightOf(quality: QualityId): FormWeight {
  const { durationSeconds, renditions } = video
  const form = { quality, format: QUALITIES[quality].format }
  const weight = formWeight(renditions, form, { durationSeconds, artworkBytes: 0 }, weights)
  if (!weight) throw new Error('not offered')
  return weight
}

it.each(['1080p', '720p', '360p'] as const)(
  'what is said about the size of a copied clip of %s is true within 15 percent, wherever it is from',
  async (quality) => {
    // Of large pictures the short ones will do.
    const looked = quality === '360p' ? RANGES : RANGES.slice(0, 2)
    for (const range of isAtLength ? looked : looked.slice(0, quality === '1080p' ? 1 : 3)) {
      const ratio = said(quality, range) / (await bytesOf(quality, range))
      expect(ratio).toBeGreaterThan(0.85)
      expect(ratio).toBeLessThan(1.15)
    }
  },
)

it.runIf(isAtLength)('of ranges that are joined it is true within 15 percent, their sound included', async () => {
  const ranges = RANGES.slice(0, 3)
  const ratio = weighRanges(weights, weightOf('360p'), ranges)! / (await bytesOf('360p', ...ranges))
  expect(ratio).toBeGreaterThan(0.85)
  expect(ratio).toBeLessThan(1.15)
})

it('of sound alone it is true to the kilobyte, the picture beside it apart', async () => {
  const [range] = RANGES as [(typeof RANGES)[0]]
  expect(Math.abs(said('audio', range) - (await bytesOf('audio', range)))).toBeLessThan(4_000)
})

it('of a picture that is encoded anew it is true within 15 percent, too: it is made so', async () => {
  for (const range of isAtLength ? [RANGES[0]!, RANGES[2]!] : [RANGES[1]!]) {
    const ratio = said('480p', range) / (await bytesOf('480p', range))
    expect(ratio).toBeGreaterThan(0.85)
    expect(ratio).toBeLessThan(1.15)
  }
})

it('where nothing is known but averages, those of the whole video are true of the whole video', async () => {
  const whole = { startTime: 0, endTime: video.durationSeconds }
  const average = approximateClipBytes(clipBitrate(video.renditions, '360p', video.durationSeconds) ?? 0, 60)
  expect(average / (await bytesOf('360p', whole))).toBeCloseTo(1, 1)
})
