import { toneShares } from '@kerf/stamped-media/channel-tones'
import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { audioOffsetSeconds } from '@kerf/stamped-media/stamped-audio'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { planCut } from '../../src/plan-cut.ts'
import { loudness, loudnessBeside } from '../support/audio-beside.ts'
import { cutToFile } from '../support/cut-to-file.ts'
import { framesInRange } from '../support/expected-frames.ts'
import { type StampedSource, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const video: ClipSpec = { kind: 'video', height: null }
const mp3: ClipSpec = { kind: 'mp3', bitrate: 320_000 }
const range: TimeRange = { startTime: 0.7, endTime: 1.5 }
const MOST_OFFSET_SECONDS = 0.001
/** Beside audio of ordinary loudness nobody hears this: the encoder's own rounding. */
const AUDIBLE_SHARE = 0.03

const workshop = stampedWorkshop()

/** A video of two seconds; what matters is its audio. */
function sourceVideo(audio: Partial<StampedRecipe>): StampedRecipe {
  return smallRecipe({ width: 160, height: 90, frames: 60, gopFrames: 20, texture: false, ...audio })
}

async function cut(source: StampedSource, wanted: TimeRange, request: ClipSpec) {
  const path = workshop.clipPath(request.kind === 'mp3' ? 'mp3' : 'mp4')
  const plan = await planCut(source.media, wanted, request)
  await cutToFile(plan, path)
  return { plan, clip: await readStamps(path) }
}

/** All but the bass of 5.1: that can tell no instant, nor stop dead. What has deep tones only rings on for a while. */
function fullRange<T>(channels: readonly T[]): T[] {
  return channels.length === 6 ? channels.toSpliced(3, 1) : [...channels]
}

function expectSilenceBeside(clip: StampedReading): void {
  for (const { played, before, behind } of fullRange(loudnessBeside(clip))) {
    expect(before).toBeLessThan(AUDIBLE_SHARE * played)
    expect(behind).toBeLessThan(AUDIBLE_SHARE * played)
  }
}

interface Kind {
  name: string
  recipe: Partial<StampedRecipe>
  heard: { sampleRate: number; channels: number }
  how?: 'spliced'
}

const STEREO = 128_000
const SURROUND = { channels: 6, hasTones: true, audioBitrate: 448_000 } as const

const KINDS: Kind[] = [
  ...kind('AAC of 5.1 channels', { audio: 'aac', ...SURROUND }, 44_100, 6, 'spliced'),
  ...kind('AAC, mono, 8 kHz', { audio: 'aac', channels: 1, sampleRate: 8000, audioBitrate: 24_000 }, 8000, 1),
  ...kind('AAC of 96 kHz', { audio: 'aac', sampleRate: 96_000, audioBitrate: STEREO }, 96_000, 2, 'spliced'),
  ...kind('FLAC of 192 kHz', { audio: 'flac', sampleRate: 192_000 }, 48_000, 2),
  ...kind('MP3 of 22.05 kHz', { audio: 'mp3', sampleRate: 22_050, audioBitrate: 64_000 }, 22_050, 2),
  ...kind('AC-3 of 5.1 channels', { audio: 'ac3', ...SURROUND }, 44_100, 6),
  ...kind('E-AC-3 of 5.1 channels', { audio: 'eac3', ...SURROUND }, 44_100, 6),
  ...kind('AAC in Matroska', { audio: 'aac', layout: 'webm' }, 44_100, 2, 'spliced'),
  ...kind('Vorbis in Matroska', { audio: 'vorbis', layout: 'webm' }, 44_100, 2),
  ...kind('Opus of 5.1 channels in Matroska', { audio: 'opus', layout: 'webm', ...SURROUND }, 48_000, 6),
  ...kind('MP3 in Matroska', { audio: 'mp3', layout: 'webm' }, 44_100, 2),
  ...kind('AC-3 in Matroska', { audio: 'ac3', layout: 'webm' }, 44_100, 2),
]

function kind(
  name: string,
  recipe: Partial<StampedRecipe>,
  sampleRate: number,
  channels: number,
  how?: 'spliced',
): Kind[] {
  return [{ name, recipe, heard: { sampleRate, channels }, ...(how ? { how } : {}) }]
}

describe('audio of every kind', { timeout: 30_000 }, () => {
  it.each(KINDS)('is cut to the instant: $name', async ({ name, recipe, heard, how }) => {
    const source = await workshop.make(sourceVideo(recipe), name.replaceAll(/\W+/g, '-'))
    const { plan, clip } = await cut(source, range, video)
    expect(clip.frames.map(({ number }) => number)).toEqual(framesInRange(source.recipe, range))
    expect(plan.audio).toMatchObject({ how: how ?? 'encoded', ...heard })
    const { sampleRate, channels, startSeconds: decodedAt } = clip.audio!
    expect({ sampleRate, channels: channels.length }).toEqual(heard)
    expect(decodedAt).toBe(0)
    expect(channels[0]!.length / sampleRate).toBeCloseTo(0.8, 3)
    const offset = audioOffsetSeconds({ sampleRate, channels: fullRange(channels) }, range.startTime)
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(MOST_OFFSET_SECONDS)
    expectSilenceBeside(clip)
    if (recipe.hasTones) {
      // Every channel has its own tone as loud as it was made, and nobody else's.
      for (const [channel, samples] of channels.entries()) {
        const own = channels.map((_, tone) => (tone === channel ? 1 : 0))
        expectTones(toneShares(samples, sampleRate), own)
      }
    }
  })

  it.each(['plain', 'webm', 'ts'] as const)('is spliced from the very beginning on: AAC in %s', async (layout) => {
    const source = await workshop.make(sourceVideo({ audio: 'aac', layout }), `whole-${layout}`)
    const { plan, clip } = await cut(source, { startTime: 0, endTime: 1.5 }, video)
    expect(plan.audio?.how).toBe('spliced')
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, frame) => frame))
    expect(Math.abs(audioOffsetSeconds(clip.audio!, 0) ?? Infinity)).toBeLessThanOrEqual(MOST_OFFSET_SECONDS)
    expectSilenceBeside(clip)
  })

  it.each(['he-aac', 'he-aac-v2'] as const)('is cut where players hear it: %s', async (audio) => {
    for (const layout of ['plain', 'webm'] as const) {
      const source = await workshop.make(sourceVideo({ audio, layout, audioBitrate: 48_000 }), `${audio}-${layout}`)
      expect(source.media.facts.audio).toEqual({ codec: 'aac', sampleRate: 44_100, channels: 2 })
      // What replicates the band delays the audio, and no container says so: it lies where a decoder puts it.
      const played = await readStamps(`${workshop.directory}/${audio}-${layout}.${layout === 'plain' ? 'mp4' : 'mkv'}`)
      const delay = audioOffsetSeconds(played.audio!, 0)!
      expect(delay).toBeGreaterThan(0.01)
      const { plan, clip } = await cut(source, range, video)
      expect(plan.audio?.how).toBe('encoded')
      expect(clip.audio!.sampleRate).toBe(44_100)
      expect(audioOffsetSeconds(clip.audio!, range.startTime)! - delay).toBeCloseTo(0, 3)
    }
  })

  it('becomes stereo in an MP3, whose speakers in front and behind are all decoded and nothing is clipped', async () => {
    const source = await workshop.make(sourceVideo({ audio: 'aac', ...SURROUND }), 'surround-to-mp3')
    const { clip } = await cut(source, range, mp3)
    const [left, right] = clip.audio!.channels.map((samples) => toneShares(samples, clip.audio!.sampleRate))
    expect(clip.audio!.channels).toHaveLength(2)
    // Left, right, centre, bass (dropped, as everywhere), back left, back right; together they are no louder than one.
    const front = 1 / (1 + Math.SQRT2)
    const others = front * Math.SQRT1_2
    expectTones(left!, [front, 0, others, 0, others, 0])
    expectTones(right!, [0, front, others, 0, 0, others])
    const offset = audioOffsetSeconds(clip.audio!, range.startTime)
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(MOST_OFFSET_SECONDS)
  })
})

/** The stamped audio has a little of everything, so that no tone is measured to the last per cent. */
function expectTones(shares: readonly number[], wanted: readonly number[]): void {
  for (const [tone, share] of shares.entries()) {
    expect(Math.abs(share - wanted[tone]!), `tone ${tone}: ${share}`).toBeLessThan(0.12)
  }
}

describe('the joint between copied and new audio', { timeout: 30_000 }, () => {
  it.each([2, 6] as const)('does not click, in none of %i channels', async (channels) => {
    const recipe = sourceVideo({ audio: 'aac', channels, hasTones: true, audioBitrate: 64_000 * channels })
    const source = await workshop.make(recipe, `joint-${channels}`)
    const whole = (await readStamps(`${workshop.directory}/joint-${channels}.mp4`)).audio!
    const { plan, clip } = await cut(source, range, video)
    expect(plan.audio?.how).toBe('spliced')
    const from = Math.round(range.startTime * whole.sampleRate)
    for (const [channel, heard] of clip.audio!.channels.entries()) {
      const wanted = whole.channels[channel]!.subarray(from, from + heard.length)
      const difference = heard.map((sample, index) => sample - wanted[index]!)
      // Copied packets audio as in the source (but for noise that the decoder makes up), new ones nearly so; where they
      // meet, the difference neither swells nor jumps.
      const psnr = blocksOf(difference, 1024).map((block) => 20 * Math.log10(loudness(block) / loudness(wanted)))
      expect(Math.max(...psnr.slice(1, -1))).toBeLessThan(-40)
      expect(Math.max(...psnr.slice(8, -8))).toBeLessThan(-55)
      const steps = difference.map((sample, index) => Math.abs(sample - (difference[index - 1] ?? sample)))
      expect(Math.max(...steps.subarray(512, -512))).toBeLessThan(0.003)
    }
  })
})

function blocksOf(samples: Float32Array, length: number): Float32Array[] {
  const count = Math.floor(samples.length / length)
  return Array.from({ length: count }, (_, index) => samples.subarray(index * length, (index + 1) * length))
}

describe('audio that is not always there', { timeout: 30_000 }, () => {
  it.each(['aac', 'opus'] as const)('leaves frames and its own time as they are: %s', async (audio) => {
    const layout = audio === 'opus' ? 'webm' : 'plain'
    const recipe = sourceVideo({ audio, layout, audioFromSeconds: 0.9, audioToSeconds: 1.4 })
    const source = await workshop.make(recipe, `late-${audio}`)
    const wanted = { startTime: 0.5, endTime: 1.9 }
    const { clip } = await cut(source, wanted, video)
    expect(clip.frames.map(({ number }) => number)).toEqual(framesInRange(recipe, wanted))
    const { sampleRate, channels } = clip.audio!
    // Silence until it begins, then the right audio at the right instant.
    const [samples] = channels
    expect(samples!.subarray(0, Math.round(0.35 * sampleRate)).some((sample) => Math.abs(sample) > 0.01)).toBe(false)
    const part = samples!.subarray(Math.round(0.42 * sampleRate), Math.round(0.85 * sampleRate))
    const offset = audioOffsetSeconds(
      { sampleRate, channels: [part] },
      0.5 + Math.round(0.42 * sampleRate) / sampleRate,
    )
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(MOST_OFFSET_SECONDS)
    // And where it has none, the clip has frames only.
    expect((await cut(source, { startTime: 1.6, endTime: 1.9 }, video)).clip.audio).toBeNull()
  })
})
