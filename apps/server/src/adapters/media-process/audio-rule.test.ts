import { aacBitrate, type SourceAudio } from '@kerf/cutter/plan/audio-bitrate'
import { mp4AudioBitrate } from '@kerf/domain/sizes/clip-audio'
import { expect, it } from 'vitest'

/** As sources name codecs, and what the engine makes of their channels. */
const KINDS: [string, Omit<SourceAudio, 'bitrate'>, number][] = [
  ['aac', { codec: 'aac', hasBandReplication: false }, 2],
  ['mp4a.40.2', { codec: 'aac', hasBandReplication: false }, 2],
  ['mp4a.40.5', { codec: 'aac', hasBandReplication: true }, 2],
  ['opus', { codec: 'opus', hasBandReplication: false }, 2],
  ['vorbis', { codec: 'vorbis', hasBandReplication: false }, 2],
  ['mp3', { codec: 'mp3', hasBandReplication: false }, 2],
  ['ac-3', { codec: 'ac3', hasBandReplication: false }, 6],
  ['eac3', { codec: 'eac3', hasBandReplication: false }, 6],
  ['flac', { codec: 'flac', hasBandReplication: false }, 2],
  ['pcm-s16', { codec: 'pcm-s16', hasBandReplication: false }, 2],
]

it.each(KINDS)('the engine gives audio of %s as many bits as people are told', (name, source, channels) => {
  for (const bitrate of [64_000, 128_000, 192_000, 320_000, ...(source.codec === 'aac' ? [] : [640_000, 1_411_200])]) {
    // With so little for 5.1 the engine makes more.
    if (channels === 6 && bitrate < 192_000) continue
    expect(aacBitrate({ ...source, bitrate }, { sampleRate: 48_000, channels })).toBe(mp4AudioBitrate(name, bitrate))
  }
})
