import { describe, expect, it } from 'vitest'
import { aacBitrate, opusBitrate, type SourceSound } from './audio-bitrate.ts'

const STEREO = { sampleRate: 48_000, channels: 2 }
const SURROUND = { sampleRate: 48_000, channels: 6 }
const sound = (codec: SourceSound['codec'], bitrate: number | null, hasBandReplication = false): SourceSound => ({
  codec,
  bitrate,
  hasBandReplication,
})

describe('sound that is encoded anew as AAC', () => {
  it.each([
    ['AAC', sound('aac', 128_000), STEREO, 128_000],
    ['AAC of 5.1 channels', sound('aac', 400_000), SURROUND, 400_000],
    ['MP3', sound('mp3', 160_000), STEREO, 160_000],
  ] as const)('has as many bits as in its source: %s', (_, source, form, bitrate) => {
    expect(aacBitrate(source, form)).toBe(bitrate)
  })

  it('has more out of codecs that do with fewer', () => {
    expect(aacBitrate(sound('opus', 96_000), STEREO)).toBe(120_000)
    expect(aacBitrate(sound('vorbis', 112_000), STEREO)).toBe(140_000)
    expect(aacBitrate(sound('aac', 48_000, true), { sampleRate: 44_100, channels: 2 })).toBe(96_000)
  })

  it('has what is enough out of codecs that lose nothing, and where nobody knows', () => {
    expect(aacBitrate(sound('flac', 900_000), STEREO)).toBe(192_000)
    expect(aacBitrate(sound('pcm-s24', 2_304_000), { sampleRate: 48_000, channels: 1 })).toBe(96_000)
    expect(aacBitrate(sound('ac3', 640_000), SURROUND)).toBe(384_000)
    expect(aacBitrate(sound('mp3', null), STEREO)).toBe(192_000)
  })

  it('has no more than its samples can use, and enough to be heard as what it was', () => {
    expect(aacBitrate(sound('aac', 512_000), STEREO)).toBe(320_000)
    expect(aacBitrate(sound('ulaw', 64_000), { sampleRate: 8000, channels: 1 })).toBe(32_000)
    expect(aacBitrate(sound('aac', 24_000), STEREO)).toBe(64_000)
    expect(aacBitrate(sound('opus', 48_000), STEREO)).toBe(96_000)
    expect(aacBitrate(sound('aac', 24_000, true), STEREO)).toBe(96_000)
  })
})

it('sound that is encoded anew as Opus has as many bits as in its source, within what Opus can use', () => {
  expect(opusBitrate(sound('opus', 96_000), 2)).toBe(96_000)
  expect(opusBitrate(sound('aac', 256_000), 2)).toBe(160_000)
  expect(opusBitrate(sound('opus', 24_000), 2)).toBe(48_000)
  expect(opusBitrate(sound('opus', null), 1)).toBe(80_000)
})
