import { audioOffsetSeconds, stampedAudioAt } from '@kerf/stamped-media/audio/stamped-audio'
import { describe, expect, it } from 'vitest'
import { decodeAudio } from '../../src/codec/decode-audio.ts'
import type { Media } from '../../src/demux/common/media.ts'
import type { TrackAccess } from '../../src/demux/common/opened-part.ts'
import { newMeter } from '../../src/io/part-reader.ts'
import { openBytes } from '../support/counting-file.ts'
import { id3Tag } from '../support/id3-tag.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { flacOfBlocks } from '../support/variable-flac.ts'

const range = { startTime: 0.71, endTime: 1.43 }
/** Largest error of a sample, because the encoder rounds to 16 bits. */
const MAX_SAMPLE_ERROR = 1.5 / 32_768

const workshop = stampedWorkshop()
const flac = (sampleRate: number) =>
  workshop.video(smallRecipe({ video: null, audio: 'flac', layout: 'flac', frames: 60, sampleRate }))

/** Decodes from 0.5 s to the end, and compares each sample with the stamped audio. */
async function expectSamples(media: Media): Promise<void> {
  const { description, access } = media.audio!
  const { open } = access as Extract<TrackAccess, { kind: 'library' }>
  const track = await open({ signal: undefined, meter: newMeter() })
  const stream = { ...description, timescale: track.timescale }
  const packets = track.packets(0.5 * track.timescale, 2 * track.timescale)
  let endSample = 0
  for await (const { startSample, channels } of decodeAudio(media.codecs, stream, description, packets, undefined)) {
    for (const samples of channels) {
      const errors = samples.map((value, at) => value - stampedAudioAt(startSample + at, description.sampleRate))
      expect(errors.findIndex((error) => Math.abs(error) > MAX_SAMPLE_ERROR)).toBe(-1)
    }
    endSample = startSample + channels[0]!.length
  }
  expect(endSample).toBe(2 * description.sampleRate)
}

async function expectExactClip(media: Media): Promise<void> {
  const { audio } = (await workshop.cut(media, range, mp3Request)).clip
  expect(audio!.channels[0]!.length / audio!.sampleRate).toBeCloseTo(0.72, 3)
  const offsetSeconds = audioOffsetSeconds(audio!, range.startTime) ?? Infinity
  expect(Math.abs(offsetSeconds * audio!.sampleRate)).toBeLessThan(0.5)
}

describe('a FLAC', () => {
  it.each([8000, 11_000, 11_020, 11_025, 37_000, 44_000, 44_100, 88_200, 96_000, 176_400, 192_000])(
    'is cut to the sample: %d Hz',
    async (sampleRate) => {
      const media = await openBytes(await flac(sampleRate))
      expect(media.facts).toMatchObject({ durationSeconds: 2, container: 'flac', audio: { sampleRate, channels: 2 } })
      await expectSamples(media)
      await expectExactClip(media)
    },
  )

  it.each([44_000, 44_100])('is cut to the sample with blocks of any length: %d Hz', async (sampleRate) => {
    const media = await openBytes(flacOfBlocks(sampleRate, 2 * sampleRate, (block) => 200 + ((block * 977) % 5000)))
    await expectSamples(media)
    await expectExactClip(media)
  })

  it('is cut to the sample after a tag', async () => {
    const media = await openBytes(Buffer.concat([id3Tag(100_000), await flac(44_000)]))
    await expectSamples(media)
    await expectExactClip(media)
  })
})
