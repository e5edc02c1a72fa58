import { describe, expect, it } from 'vitest'
import { aacBitrate, opusBitrate, type SourceAudio } from './audio-bitrate.ts'

const STEREO = { sampleRate: 48_000, channels: 2 }
const SURROUND = { sampleRate: 48_000, channels: 6 }
const audio = (codec: SourceAudio['codec'], bitrate: number | null, hasBandReplication = false): SourceAudio => ({
  codec,
  bitrate,
  hasBandReplication,
})

describe('audio that is re-encoded as AAC', () => {
  it.each([
    ['AAC', audio('aac', 128_000), STEREO, 128_000],
    ['AAC with 5.1 channels', audio('aac', 400_000), SURROUND, 400_000],
    ['MP3', audio('mp3', 160_000), STEREO, 160_000],
  ] as const)('has the bitrate of its source: %s', (_, source, form, bitrate) => {
    expect(aacBitrate(source, form)).toBe(bitrate)
  })

  it('has more bits for sources in more efficient codecs', () => {
    expect(aacBitrate(audio('opus', 96_000), STEREO)).toBe(120_000)
    expect(aacBitrate(audio('vorbis', 112_000), STEREO)).toBe(140_000)
    expect(aacBitrate(audio('aac', 48_000, true), { sampleRate: 44_100, channels: 2 })).toBe(96_000)
  })

  it('has the default bitrate for lossless codecs and unknown bitrates', () => {
    expect(aacBitrate(audio('flac', 900_000), STEREO)).toBe(192_000)
    expect(aacBitrate(audio('pcm-s24', 2_304_000), { sampleRate: 48_000, channels: 1 })).toBe(96_000)
    expect(aacBitrate(audio('ac3', 640_000), SURROUND)).toBe(384_000)
    expect(aacBitrate(audio('mp3', null), STEREO)).toBe(192_000)
  })

  it('has no more bits than its samples can use, and enough for their quality', () => {
    expect(aacBitrate(audio('aac', 512_000), STEREO)).toBe(320_000)
    expect(aacBitrate(audio('ulaw', 64_000), { sampleRate: 8000, channels: 1 })).toBe(32_000)
    expect(aacBitrate(audio('aac', 24_000), STEREO)).toBe(64_000)
    expect(aacBitrate(audio('opus', 48_000), STEREO)).toBe(96_000)
    expect(aacBitrate(audio('aac', 24_000, true), STEREO)).toBe(96_000)
  })
})

it('audio that is re-encoded as Opus has the bitrate of its source, within the range of Opus', () => {
  expect(opusBitrate(audio('opus', 96_000), 2)).toBe(96_000)
  expect(opusBitrate(audio('aac', 256_000), 2)).toBe(160_000)
  expect(opusBitrate(audio('opus', 24_000), 2)).toBe(48_000)
  expect(opusBitrate(audio('opus', null), 1)).toBe(80_000)
})
