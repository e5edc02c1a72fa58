import { readFile } from 'node:fs/promises'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { durationSeconds, type StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { planCut } from '../../src/plan-cut.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom, expectSilenceAround, fullRange, loudness } from '../support/expect-audio.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const RANGES: TimeRange[] = [
  { startTime: 1.6, endTime: 2.8 },
  { startTime: 0.2, endTime: 1.5 },
]
const JOINT_SECONDS = 1.2
/** Least distance of encoding noise below the audio of the source, in dB. */
const MIN_PSNR = 20

const workshop = stampedWorkshop()
/** Recipe of a three-second video with this audio. */
function sourceVideo(audio: Partial<StampedRecipe>): StampedRecipe {
  return smallRecipe({ width: 160, height: 90, frames: 90, gopFrames: 30, texture: false, ...audio })
}

async function cutJoined(media: Media, ranges = RANGES, request: ClipSpec = unscaledRequest) {
  const { path, clip } = await workshop.cut(media, ranges, request)
  return { clip, joinedMedia: await openBytes(await readFile(path)) }
}

/** Bitrate of the audio, in bits per second. */
async function audioBitrate(media: Media, seconds: number): Promise<number> {
  const range = { startTime: 0, endTime: seconds }
  const { neededBytes } = await planCut(media, range, mp3Request)
  return (neededBytes! * 8) / seconds
}

/** Decoded audio of one of the two joined ranges. */
function decodedAudio({ audio }: StampedReading, index: number) {
  const { sampleRate, channels } = audio!
  const joint = Math.round(JOINT_SECONDS * sampleRate)
  const part = channels.map((samples) => (index === 0 ? samples.subarray(0, joint) : samples.subarray(joint)))
  return { sampleRate, channels: part }
}

/** Distance of encoding noise below the audio of the source, in dB, in the worst channel. */
function noiseDistance(
  { sampleRate, channels }: ReturnType<typeof decodedAudio>,
  source: StampedReading,
  { startTime }: TimeRange,
) {
  const from = Math.round(startTime * sampleRate)
  const shares = fullRange(channels).map((samples, channel) => {
    const sourceSamples = fullRange(source.audio!.channels)[channel]!.subarray(from, from + samples.length)
    return loudness(sourceSamples) / loudness(samples.map((sample, index) => sample - sourceSamples[index]!))
  })
  return 20 * Math.log10(Math.min(...shares))
}

/** Name, recipe, and the expected bitrate as a multiple of the source's bitrate. */
const AUDIO_CASES: [string, Partial<StampedRecipe>, number][] = [
  ['AAC at 128 kb/s', { audio: 'aac', audioBitrate: 128_000, sampleRate: 48_000 }, 1],
  ['AAC at 64 kb/s, mono', { audio: 'aac', audioBitrate: 64_000, channels: 1 }, 1],
  ['HE-AAC', { audio: 'he-aac', audioBitrate: 48_000 }, 2],
  ['Opus in WebM', { audio: 'opus', layout: 'webm', audioBitrate: 96_000 }, 1.25],
]
const LONG_CASES: typeof AUDIO_CASES = [
  ['AAC with 5.1 channels', { audio: 'aac', audioBitrate: 384_000, channels: 6 }, 1],
  ['MP3', { audio: 'mp3', audioBitrate: 128_000 }, 1],
]
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describe('the audio of joined ranges', () => {
  it.each([...AUDIO_CASES, ...(isAtLength ? LONG_CASES : [])])(
    'has about the bitrate of its source, and no offset: %s',
    async (name, audio, bitrateFactor) => {
      const recipe = sourceVideo(audio)
      const file = name.replaceAll(/\W+/g, '-')
      const { media } = await workshop.make(recipe, file)
      const source = await readStamps(`${workshop.directory}/${file}.${recipe.layout === 'plain' ? 'mp4' : 'mkv'}`)
      const { clip, joinedMedia } = await cutJoined(media)
      const share = (await audioBitrate(joinedMedia, 2.5)) / (await audioBitrate(media, durationSeconds(recipe)))
      expect(share / bitrateFactor).toBeGreaterThan(0.85)
      expect(share / bitrateFactor).toBeLessThan(1.15)
      for (const [index, range] of RANGES.entries()) {
        const part = decodedAudio(clip, index)
        expect(noiseDistance(part, source, range)).toBeGreaterThan(MIN_PSNR)
        // Band replication delays the audio, in the source as in the clip.
        if (recipe.audio === 'he-aac') continue
        expectAudioFrom(part, range.startTime)
      }
      expectSilenceAround(clip)
    },
  )

  it('has about the bitrate of its source in Opus, too', async () => {
    const recipe = sourceVideo({ video: 'vp8', audio: 'opus', layout: 'webm', audioBitrate: 64_000 })
    const { media } = await workshop.make(recipe, 'own-codecs')
    // The ranges are whole GOPs, whose frames are copied.
    const ranges = [2, 0].map((startTime) => ({ startTime, endTime: startTime + 1 }))
    const { joinedMedia } = await cutJoined(media, ranges, { kind: 'original' })
    expect(joinedMedia.facts.audio?.codec).toBe('opus')
    const share = (await audioBitrate(joinedMedia, 2)) / (await audioBitrate(media, durationSeconds(recipe)))
    expect(share).toBeGreaterThan(0.85)
    expect(share).toBeLessThan(1.15)
  })
})
