import { toneShares } from '@kerf/stamped-media/audio/channel-tones'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { describe, expect, it } from 'vitest'
import type { TimeRange } from '../../src/api/time-range.ts'
import { expectAudioFrom, expectOwnTones, expectTones, loudness } from '../support/expect-audio.ts'
import { expectExact, framesInRange, uneditedVideo } from '../support/expect-exact.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const range: TimeRange = { startTime: 0.7, endTime: 1.5 }

const workshop = stampedWorkshop()

/** Recipe of a two-second video with this audio. */
function sourceVideo(audio: Partial<StampedRecipe>): StampedRecipe {
  return smallRecipe({ width: 160, height: 90, frames: 60, gopFrames: 20, texture: false, ...audio })
}

const STEREO_BITRATE = 128_000
const SURROUND = { channels: 6, hasTones: true, audioBitrate: 448_000 } as const

/** Name, recipe, sample rate and channels of the clip, and whether packets are copied. */
const AUDIO_CASES: [string, Partial<StampedRecipe>, number, number, ('spliced' | 'encoded')?][] = [
  ['AAC with 5.1 channels', { audio: 'aac', ...SURROUND }, 44_100, 6, 'spliced'],
  ['AAC, mono, 8 kHz', { audio: 'aac', channels: 1, sampleRate: 8000, audioBitrate: 24_000 }, 8000, 1],
  ['AAC at 96 kHz', { audio: 'aac', sampleRate: 96_000, audioBitrate: STEREO_BITRATE }, 96_000, 2, 'spliced'],
  ['FLAC at 192 kHz', { audio: 'flac', sampleRate: 192_000 }, 48_000, 2],
  ['MP3 at 22.05 kHz', { audio: 'mp3', sampleRate: 22_050, audioBitrate: 64_000 }, 22_050, 2],
  ['AC-3 with 5.1 channels', { audio: 'ac3', ...SURROUND }, 44_100, 6],
  ['E-AC-3 with 5.1 channels', { audio: 'eac3', ...SURROUND }, 44_100, 6],
  ['AAC in Matroska', { audio: 'aac', layout: 'webm' }, 44_100, 2, 'spliced'],
  ['Vorbis in Matroska', { audio: 'vorbis', layout: 'webm' }, 44_100, 2],
  ['Opus with 5.1 channels in Matroska', { audio: 'opus', layout: 'webm', ...SURROUND }, 48_000, 6],
  ['MP3 in Matroska', { audio: 'mp3', layout: 'webm' }, 44_100, 2],
  ['AC-3 in Matroska', { audio: 'ac3', layout: 'webm' }, 44_100, 2],
]

describe('audio in any codec', () => {
  it.each(AUDIO_CASES)(
    'is cut at the exact time: %s',
    async (name, recipe, sampleRate, channelCount, how = 'encoded') => {
      const source = await workshop.make(sourceVideo(recipe), name.replaceAll(/\W+/g, '-'))
      const { plan, clip } = await expectExact(source.media, uneditedVideo(source.recipe), range, workshop)
      expect(plan.audio).toMatchObject({ how, sampleRate, channels: channelCount })
      expect(clip.audio).toMatchObject({ sampleRate, startSeconds: 0 })
      const { channels } = clip.audio!
      expect(channels).toHaveLength(channelCount)
      expect(channels[0]!.length / sampleRate).toBeCloseTo(0.8, 3)
      if (recipe.hasTones) expectOwnTones(clip.audio!)
    },
  )

  it.each(['plain', 'webm', 'ts'] as const)('is spliced from the very start: AAC in %s', async (layout) => {
    const source = await workshop.make(sourceVideo({ audio: 'aac', layout }), `whole-${layout}`)
    const range = { startTime: 0, endTime: 1.5 }
    const { plan } = await expectExact(source.media, uneditedVideo(source.recipe), range, workshop)
    expect(plan.audio?.how).toBe('spliced')
  })

  it.each(['he-aac', 'he-aac-v2'] as const)('is cut at its decoded time: %s', async (audio) => {
    for (const layout of ['plain', 'webm'] as const) {
      const source = await workshop.make(sourceVideo({ audio, layout, audioBitrate: 48_000 }), `${audio}-${layout}`)
      expect(source.media.facts.audio).toEqual({ codec: 'aac', sampleRate: 44_100, channels: 2 })
      // Spectral band replication delays the audio, and no container states this delay. So the clip is compared with
      // the decoded source.
      const playedSource = await readStamps(
        `${workshop.directory}/${audio}-${layout}.${layout === 'plain' ? 'mp4' : 'mkv'}`,
      )
      const delay = audioOffsetSeconds(playedSource.audio!, 0)!
      expect(delay).toBeGreaterThan(0.01)
      const { plan, clip } = await workshop.cut(source.media, range)
      expect(plan.audio?.how).toBe('encoded')
      expect(clip.audio!.sampleRate).toBe(44_100)
      expect(audioOffsetSeconds(clip.audio!, range.startTime)! - delay).toBeCloseTo(0, 3)
    }
  })

  it('with 5.1 channels becomes stereo in an MP3, with every channel audible and no clipping', async () => {
    const source = await workshop.make(sourceVideo({ audio: 'aac', ...SURROUND }), 'surround-to-mp3')
    const { clip } = await workshop.cut(source.media, range, mp3Request)
    const [left, right] = clip.audio!.channels.map((samples) => toneShares(samples, clip.audio!.sampleRate))
    expect(clip.audio!.channels).toHaveLength(2)
    // Left, right, centre, LFE (dropped), back left, back right. Together they are no louder than one channel.
    const front = 1 / (1 + Math.SQRT2)
    const otherShare = front * Math.SQRT1_2
    expectTones(left!, [front, 0, otherShare, 0, otherShare, 0])
    expectTones(right!, [0, front, otherShare, 0, 0, otherShare])
    expectAudioFrom(clip.audio!, range.startTime)
  })
})

it.each([2, 6] as const)(
  'the joint between copied and new audio does not click in any of %i channels',
  async (channels) => {
    const recipe = sourceVideo({ audio: 'aac', channels, hasTones: true, audioBitrate: 64_000 * channels })
    const source = await workshop.make(recipe, `joint-${channels}`)
    const sourceAudio = (await readStamps(`${workshop.directory}/joint-${channels}.mp4`)).audio!
    const { plan, clip } = await workshop.cut(source.media, range)
    expect(plan.audio?.how).toBe('spliced')
    const from = Math.round(range.startTime * sourceAudio.sampleRate)
    for (const [channel, decodedSamples] of clip.audio!.channels.entries()) {
      const sourceSamples = sourceAudio.channels[channel]!.subarray(from, from + decodedSamples.length)
      const difference = decodedSamples.map((sample, index) => sample - sourceSamples[index]!)
      // Copied packets decode as in the source, except for noise that the decoder generates. Re-encoded packets decode
      // nearly the same. At the joint, the difference neither grows nor jumps.
      const psnr = blocksOf(difference, 1024).map((block) => 20 * Math.log10(loudness(block) / loudness(sourceSamples)))
      expect(Math.max(...psnr.slice(1, -1))).toBeLessThan(-40)
      expect(Math.max(...psnr.slice(8, -8))).toBeLessThan(-55)
      const steps = difference.map((sample, index) => Math.abs(sample - (difference[index - 1] ?? sample)))
      expect(Math.max(...steps.subarray(512, -512))).toBeLessThan(0.003)
    }
  },
)

function blocksOf(samples: Float32Array, length: number): Float32Array[] {
  const count = Math.floor(samples.length / length)
  return Array.from({ length: count }, (_, index) => samples.subarray(index * length, (index + 1) * length))
}

it.each(['aac', 'opus'] as const)(
  'audio shorter than the video changes neither the frames nor its own time: %s',
  async (audio) => {
    const layout = audio === 'opus' ? 'webm' : 'plain'
    const recipe = sourceVideo({ audio, layout, audioFromSeconds: 0.9, audioToSeconds: 1.4 })
    const source = await workshop.make(recipe, `late-${audio}`)
    const clipRange = { startTime: 0.5, endTime: 1.9 }
    const { clip } = await workshop.cut(source.media, clipRange)
    expect(clip.frames.map(({ number }) => number)).toEqual(framesInRange(recipe, clipRange))
    const { sampleRate, channels } = clip.audio!
    // There is silence until the audio begins, then the right audio at the right time.
    const [samples] = channels
    expect(samples!.subarray(0, Math.round(0.35 * sampleRate)).some((sample) => Math.abs(sample) > 0.01)).toBe(false)
    const part = samples!.subarray(Math.round(0.42 * sampleRate), Math.round(0.85 * sampleRate))
    expectAudioFrom({ sampleRate, channels: [part] }, 0.5 + Math.round(0.42 * sampleRate) / sampleRate)
    // A range without audio gives a clip of frames only.
    expect((await workshop.cut(source.media, { startTime: 1.6, endTime: 1.9 })).clip.audio).toBeNull()
  },
)
