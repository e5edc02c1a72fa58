import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { durationSeconds, type StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { cutClip } from '../../src/cut-clip.ts'
import type { OpenedMedia } from '../../src/demux/common/opened-media.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import { openMedia } from '../../src/open-media.ts'
import { planCut, planJoinedCut } from '../../src/plan-cut.ts'
import { loudness, loudnessBeside } from '../support/audio-beside.ts'
import { StampedWorkshop, smallRecipe } from '../support/stamped-source.ts'

const RANGES: TimeRange[] = [
  { startTime: 1.6, endTime: 2.8 },
  { startTime: 0.2, endTime: 1.5 },
]
const JOINT_SECONDS = 1.2
const asItIs: ClipSpec = { kind: 'video', height: null }
const TOLERATED_OFFSET_SECONDS = 0.001
const AUDIBLE_SHARE = 0.03
/** A second generation adds less than this of the first one's sound. */
const LEAST_DECIBELS = 20

let workshop: StampedWorkshop
beforeAll(async () => {
  workshop = await StampedWorkshop.open()
})
afterAll(() => workshop.close())

/** A film of three seconds; what matters is its sound. */
function film(sound: Partial<StampedRecipe>): StampedRecipe {
  return smallRecipe({ width: 160, height: 90, frames: 90, gopFrames: 30, texture: false, ...sound })
}

async function join(media: OpenedMedia, ranges = RANGES, wish: ClipSpec = asItIs) {
  const path = workshop.clipPath(wish.kind === 'original' ? 'webm' : 'mp4')
  await cutClip(await planJoinedCut(media, ranges, wish), fileSink(path))
  const file = await workshop.openFile(path)
  return { clip: await readStamps(path), made: await openMedia({ video: file, audio: file }) }
}

/** Bits per second of all the sound there is. */
async function soundBitrate(media: OpenedMedia, seconds: number): Promise<number> {
  const whole = { startTime: 0, endTime: seconds }
  const { neededBytes } = await planCut(media, whole, { kind: 'mp3', bitrate: 320_000 })
  return (neededBytes! * 8) / seconds
}

/** The sound of either range, as it is heard in the clip. */
function heard({ sound }: StampedReading, index: number) {
  const { sampleRate, channels } = sound!
  const joint = Math.round(JOINT_SECONDS * sampleRate)
  const part = channels.map((samples) => (index === 0 ? samples.subarray(0, joint) : samples.subarray(joint)))
  return { sampleRate, channels: part }
}

/** How far what encoding has added lies below the sound of the source, in decibels, where it is worst. */
function fidelity(
  { sampleRate, channels }: ReturnType<typeof heard>,
  source: StampedReading,
  { startTime }: TimeRange,
) {
  const from = Math.round(startTime * sampleRate)
  const shares = fullRange(channels).map((samples, channel) => {
    const wanted = fullRange(source.sound!.channels)[channel]!.subarray(from, from + samples.length)
    return loudness(wanted) / loudness(samples.map((sample, index) => sample - wanted[index]!))
  })
  return 20 * Math.log10(Math.min(...shares))
}

/** All but the bass of 5.1, which rings on for a while. */
function fullRange<T>(channels: readonly T[]): T[] {
  return channels.length === 6 ? channels.toSpliced(3, 1) : [...channels]
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

describe('the sound of joined ranges', { timeout: 30_000 }, () => {
  it.each([...KINDS, ...(isAtLength ? AT_LENGTH : [])])(
    'takes about as much as in its source, at its very instant: %s',
    async (name, sound, times) => {
      const recipe = film(sound)
      const file = name.replaceAll(/\W+/g, '-')
      const { media } = await workshop.make(recipe, file)
      const source = await readStamps(`${workshop.directory}/${file}.${recipe.layout === 'plain' ? 'mp4' : 'mkv'}`)
      const { clip, made } = await join(media)
      const share = (await soundBitrate(made, 2.5)) / (await soundBitrate(media, durationSeconds(recipe)))
      expect(share / times).toBeGreaterThan(0.85)
      expect(share / times).toBeLessThan(1.15)
      for (const [index, range] of RANGES.entries()) {
        const part = heard(clip, index)
        expect(fidelity(part, source, range)).toBeGreaterThan(LEAST_DECIBELS)
        // What replicates the band delays the sound, in the source as in the clip.
        if (recipe.audio === 'he-aac') continue
        const offset = soundOffsetSeconds({ ...part, channels: fullRange(part.channels) }, range.startTime)
        expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(TOLERATED_OFFSET_SECONDS)
      }
      for (const { played, before, behind } of fullRange(loudnessBeside(clip))) {
        expect(before).toBeLessThan(AUDIBLE_SHARE * played)
        expect(behind).toBeLessThan(AUDIBLE_SHARE * played)
      }
    },
  )

  it('takes no more than Opus needs in the codecs of its source, either', async () => {
    const recipe = film({ video: 'vp8', audio: 'opus', layout: 'webm', audioBitrate: 64_000 })
    const { media } = await workshop.make(recipe, 'own-codecs')
    // Whole groups, whose pictures are copied.
    const ranges = [2, 0].map((startTime) => ({ startTime, endTime: startTime + 1 }))
    const { made } = await join(media, ranges, { kind: 'original' })
    expect(made.facts.audio?.codec).toBe('opus')
    const share = (await soundBitrate(made, 2)) / (await soundBitrate(media, durationSeconds(recipe)))
    expect(share).toBeGreaterThan(0.85)
    expect(share).toBeLessThan(1.15)
  })
})
