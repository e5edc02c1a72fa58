import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { describe, expect, it } from 'vitest'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { TrackAccess } from '../../src/demux/common/opened-part.ts'
import { newMeter } from '../../src/io/part-reader.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom, expectOwnTones } from '../support/expect-audio.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { mp3Request, stampedWorkshop } from '../support/stamped-source.ts'

const range: TimeRange = { startTime: 0.31, endTime: 0.93 }

const baseRecipe: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [30, 1],
  frames: 36,
  gopFrames: 12,
  bFrames: 0,
  texture: false,
  video: 'h264',
  audio: 'pcm-s16',
  channels: 1,
  layout: 'mov',
}

const workshop = stampedWorkshop()
const AUDIO_CASES: Pick<StampedRecipe, 'audio' | 'channels' | 'sampleRate' | 'layout'>[] = [
  { audio: 'pcm-u8', channels: 1, sampleRate: 22_050, layout: 'mov' },
  { audio: 'pcm-s16', channels: 2, layout: 'mov' },
  { audio: 'pcm-s16be', channels: 2, layout: 'mov' },
  { audio: 'pcm-s24', channels: 2, sampleRate: 48_000, layout: 'mov' },
  { audio: 'pcm-s24be', channels: 1, sampleRate: 96_000, layout: 'mov' },
  { audio: 'pcm-f32', channels: 2, layout: 'mov' },
  { audio: 'pcm-f64be', channels: 1, layout: 'mov' },
  { audio: 'ulaw', channels: 1, sampleRate: 8000, layout: 'mov' },
  { audio: 'alac', channels: 2, layout: 'plain' },
  { audio: 'flac', channels: 2, layout: 'plain' },
  { audio: 'pcm-s16', channels: 2, layout: 'plain' },
  { audio: 'pcm-s24be', channels: 2, layout: 'fragmented' },
  { audio: 'pcm-s16', channels: 2, layout: 'webm' },
]

describe('uncompressed or lossless audio', () => {
  it.each(AUDIO_CASES)('is cut at the exact time: $audio of $channels channels in $layout', async (kind) => {
    const recipe = { ...baseRecipe, ...kind }
    const media = await openBytes(await workshop.video(recipe))
    expect(media.facts.audio).toMatchObject({ codec: kind.audio, channels: kind.channels })
    await expectExact(media, uneditedVideo(recipe), range, workshop)
  })

  it('with 5.1 channels keeps each channel in its place', async () => {
    const media = await openBytes(
      await workshop.video({ ...baseRecipe, channels: 6, hasTones: true, sampleRate: 48_000 }),
    )
    const { clip } = await workshop.cut(media, range)
    expect(clip.audio!.channels).toHaveLength(6)
    expectOwnTones(clip.audio!)
  })

  it('comes in a few packets, even with many samples or without a stated sample size', async () => {
    const sourceVideo = await workshop.video(baseRecipe)
    const stszFields = sourceVideo.lastIndexOf('stsz') + 4
    const videoOfByteSamples = Buffer.from(sourceVideo)
    videoOfByteSamples.writeUInt32BE(1, stszFields + 4)
    const media = await openBytes(videoOfByteSamples)
    const access = media.audio!.access as Extract<TrackAccess, { kind: 'indexed' }>
    expect(
      (await access.track.covering(0, Number.POSITIVE_INFINITY, { signal: undefined, meter: newMeter() })).length,
    ).toBeLessThan(60)
    await expectExact(media, uneditedVideo(baseRecipe), range, workshop)
    const videoWithFalseSize = Buffer.from(videoOfByteSamples)
    videoWithFalseSize.writeUInt32BE(0xffff_ffff, stszFields + 8)
    await expect(openBytes(videoWithFalseSize)).rejects.toMatchObject({ code: 'broken_media' })
  })

  it.each(['mov', 'wav'] as const)('becomes an MP3 of only the range: %s', async (layout) => {
    const media = await openBytes(await workshop.video({ ...baseRecipe, video: null, layout }))
    const { audio } = (await workshop.cut(media, range, mp3Request)).clip
    expect(audio!.channels[0]!.length / audio!.sampleRate).toBeCloseTo(0.62, 3)
    expectAudioFrom(audio!, range.startTime)
  })
})
