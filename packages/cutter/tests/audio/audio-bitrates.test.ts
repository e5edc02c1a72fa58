import { readFile } from 'node:fs/promises'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { durationSeconds, type StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { planCut } from '../../src/plan-cut.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom, expectSilenceBeside, fullRange, loudness } from '../support/expect-audio.ts'
import { asItIs, asMp3, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const RANGES: TimeRange[] = [
  { startTime: 1.6, endTime: 2.8 },
  { startTime: 0.2, endTime: 1.5 },
]
const JOINT_SECONDS = 1.2
/** A second generation adds less than this of the first one's audio. */
const LEAST_PSNR = 20

const workshop = stampedWorkshop()
/** A video of three seconds; what matters is its audio. */
function sourceVideo(audio: Partial<StampedRecipe>): StampedRecipe {
  return smallRecipe({ width: 160, height: 90, frames: 90, gopFrames: 30, texture: false, ...audio })
}

async function join(media: Media, ranges = RANGES, request: ClipSpec = asItIs) {
  const { path, clip } = await workshop.cut(media, ranges, request)
  return { clip, made: await openBytes(await readFile(path)) }
}

/** Bits per second of all the audio there is. */
async function audioBitrate(media: Media, seconds: number): Promise<number> {
  const whole = { startTime: 0, endTime: seconds }
  const { neededBytes } = await planCut(media, whole, asMp3)
  return (neededBytes! * 8) / seconds
}

/** The audio of either range, as it is decoded in the clip. */
function decodedAudio({ audio }: StampedReading, index: number) {
  const { sampleRate, channels } = audio!
  const joint = Math.round(JOINT_SECONDS * sampleRate)
  const part = channels.map((samples) => (index === 0 ? samples.subarray(0, joint) : samples.subarray(joint)))
  return { sampleRate, channels: part }
}

/** How far encoding noise is below the audio of the source, in dB, at its worst place. */
function fidelity(
  { sampleRate, channels }: ReturnType<typeof decodedAudio>,
  source: StampedReading,
  { startTime }: TimeRange,
) {
  const from = Math.round(startTime * sampleRate)
  const shares = fullRange(channels).map((samples, channel) => {
    const wanted = fullRange(source.audio!.channels)[channel]!.subarray(from, from + samples.length)
    return loudness(wanted) / loudness(samples.map((sample, index) => sample - wanted[index]!))
  })
  return 20 * Math.log10(Math.min(...shares))
}

/** What it is, and how many times the bits of its source it is to have. */
const KINDS: [string, Partial<StampedRecipe>, number][] = [
  ['AAC of 128 kb/s', { audio: 'aac', audioBitrate: 128_000, sampleRate: 48_000 }, 1],
  ['AAC of 64 kb/s, mono', { audio: 'aac', audioBitrate: 64_000, channels: 1 }, 1],
  ['HE-AAC', { audio: 'he-aac', audioBitrate: 48_000 }, 2],
  ['Opus in WebM', { audio: 'opus', layout: 'webm', audioBitrate: 96_000 }, 1.25],
]
const AT_LENGTH: typeof KINDS = [
  ['AAC of 5.1 channels', { audio: 'aac', audioBitrate: 384_000, channels: 6 }, 1],
  ['MP3', { audio: 'mp3', audioBitrate: 128_000 }, 1],
]
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describe('the audio of joined ranges', () => {
  it.each([...KINDS, ...(isAtLength ? AT_LENGTH : [])])(
    'has about the bitrate of its source, without an offset: %s',
    async (name, audio, times) => {
      const recipe = sourceVideo(audio)
      const file = name.replaceAll(/\W+/g, '-')
      const { media } = await workshop.make(recipe, file)
      const source = await readStamps(`${workshop.directory}/${file}.${recipe.layout === 'plain' ? 'mp4' : 'mkv'}`)
      const { clip, made } = await join(media)
      const share = (await audioBitrate(made, 2.5)) / (await audioBitrate(media, durationSeconds(recipe)))
      expect(share / times).toBeGreaterThan(0.85)
      expect(share / times).toBeLessThan(1.15)
      for (const [index, range] of RANGES.entries()) {
        const part = decodedAudio(clip, index)
        expect(fidelity(part, source, range)).toBeGreaterThan(LEAST_PSNR)
        // Band replication delays the audio, in the source as in the clip.
        if (recipe.audio === 'he-aac') continue
        expectAudioFrom(part, range.startTime)
      }
      expectSilenceBeside(clip)
    },
  )

  it('has about the bitrate of its source in Opus, too', async () => {
    const recipe = sourceVideo({ video: 'vp8', audio: 'opus', layout: 'webm', audioBitrate: 64_000 })
    const { media } = await workshop.make(recipe, 'own-codecs')
    // Whole groups, whose frames are copied.
    const ranges = [2, 0].map((startTime) => ({ startTime, endTime: startTime + 1 }))
    const { made } = await join(media, ranges, { kind: 'original' })
    expect(made.facts.audio?.codec).toBe('opus')
    const share = (await audioBitrate(made, 2)) / (await audioBitrate(media, durationSeconds(recipe)))
    expect(share).toBeGreaterThan(0.85)
    expect(share).toBeLessThan(1.15)
  })
})
