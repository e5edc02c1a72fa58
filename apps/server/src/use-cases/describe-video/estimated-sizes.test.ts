import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cut, fileSink, open, plan } from '@kerf/cutter'
import { approximateClipBytes, clipBitrate } from '@kerf/domain/clip-size'
import { AUDIO_BITRATE, type QualityId } from '@kerf/domain/quality'
import { chooseRenditions } from '@kerf/domain/rendition-choice'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSampleSource } from '../../adapters/sample/sample-source.ts'
import type { LocatedRendition } from '../../ports.ts'

const sample = createSampleSource()
const { signal } = new AbortController()
// A clip of a few seconds is mostly its first picture, which no average foretells.
const SECONDS = 12

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-sizes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Cuts a part of the sample as the server would, and answers how large the estimate was in comparison. */
async function estimateAgainstTruth(quality: QualityId, startSeconds: number): Promise<number> {
  const resolution = await sample.resolve('sample', signal)
  if (!resolution.ok) throw new Error(resolution.code)
  const { renditions, durationSeconds } = resolution.video
  const choice = chooseRenditions(renditions, quality)
  if (!choice) throw new Error('not offered')
  const openRendition = (rendition: LocatedRendition | null) =>
    rendition ? sample.openRendition(rendition, signal) : null
  const media = await open({ video: await openRendition(choice.video), audio: await openRendition(choice.audio) })
  const wish = choice.video
    ? ({ kind: 'video', height: choice.scaleToLines } as const)
    : ({ kind: 'mp3', bitrate: AUDIO_BITRATE } as const)
  const planned = await plan(media, { startSeconds, endSeconds: startSeconds + SECONDS }, wish)
  const { clipBytes } = await cut(planned, fileSink(join(folder, `${quality}-${startSeconds}`)))
  return approximateClipBytes(clipBitrate(renditions, quality, durationSeconds) ?? 0, SECONDS) / clipBytes
}

it.each(['1080p', '720p', '480p', '360p', 'audio'] as const)(
  'what is said about the size of %s, copied, scaled or sound alone, is true of a real clip within two fifths',
  async (quality) => {
    // The two parts are of shots that differ.
    for (const startSeconds of [3, 41]) {
      const ratio = await estimateAgainstTruth(quality, startSeconds)
      expect(ratio).toBeGreaterThan(1 / 1.4)
      expect(ratio).toBeLessThan(1.4)
    }
  },
)
