import { join } from 'node:path'
import { cut, fileSink, open as openMedia, plan, readSizeIndex } from '@kerf/cutter'
import { AUDIO_BITRATE, QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import { chooseRenditions } from '@kerf/domain/formats/rendition-choice'
import {
  bytesAt,
  clipBitrate,
  estimateBytes,
  formSize,
  MAX_PIECES,
  renditionToIndex,
} from '@kerf/domain/sizes/size-estimate'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { createSampleSource } from '../../adapters/sample/sample-source.ts'
import type { LocatedRendition } from '../../ports/sources.ts'

const sampleSource = createSampleSource()
const { signal } = new AbortController()
const TOLERANCE = 0.3
/** Ranges from different shots, down to one second, where seams make up most of the clip. */
const RANGES = [
  { startTime: 21.37, endTime: 22.37 },
  { startTime: 40.71, endTime: 42.71 },
  { startTime: 11.12, endTime: 18.33 },
  { startTime: 53.4, endTime: 57.4 },
] as const

const folder = temporaryDirectory()
const resolution = await sampleSource.resolve('sample', signal)
if (!resolution.ok) throw new Error(resolution.code)
const { video } = resolution
const openRendition = async (rendition: LocatedRendition | null) =>
  rendition && sampleSource.openRendition(rendition, signal)
const indexedSource = await openRendition(renditionToIndex(video.renditions))
const index = await readSizeIndex(await openMedia({ video: indexedSource, audio: indexedSource }), MAX_PIECES)

type Ranges = readonly (typeof RANGES)[number][]

/** Cuts ranges of the sample into one clip, as the server does. Returns its bytes. */
async function cutClipBytes(quality: QualityId, ranges: Ranges): Promise<number> {
  const choice = chooseRenditions(video.renditions, quality)
  if (!choice) throw new Error('not offered')
  const media = await openMedia({ video: await openRendition(choice.video), audio: await openRendition(choice.audio) })
  const request = choice.video
    ? ({ kind: 'video', height: choice.scaleToHeight } as const)
    : ({ kind: 'mp3', bitrate: AUDIO_BITRATE } as const)
  return (await cut(await plan(media, ranges, request), fileSink(join(folder, 'clip')))).clipBytes
}

function estimateSize(quality: QualityId, ranges: Ranges): number {
  const { durationSeconds, renditions } = video
  const form = { quality, format: QUALITIES[quality].format }
  const size = formSize(renditions, form, { durationSeconds, artworkBytes: 0 }, index)
  if (!size) throw new Error('not offered')
  return estimateBytes(index, size, ranges)
}

it.each([
  ['1080p', [RANGES[0]]],
  ['480p', [RANGES[1]]],
  ['360p', RANGES],
  ['audio', [RANGES[0]]],
] as const)('the estimate of a clip is within 30 percent anywhere in the video: %s of %j', async (quality, ranges) => {
  const ratio = estimateSize(quality, ranges) / (await cutClipBytes(quality, ranges))
  expect(ratio).toBeGreaterThan(1 - TOLERANCE)
  expect(ratio).toBeLessThan(1 + TOLERANCE)
})

it('average bitrates estimate the whole video correctly', async () => {
  const wholeVideo = [{ startTime: 0, endTime: video.durationSeconds }]
  const bitrate = clipBitrate(video.renditions, { quality: '360p', format: 'mp4' }, video.durationSeconds) ?? 0
  expect(bytesAt(bitrate, wholeVideo) / (await cutClipBytes('360p', wholeVideo as unknown as Ranges))).toBeCloseTo(1, 1)
})
