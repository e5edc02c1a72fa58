import { describe, expect, it } from 'vitest'
import { MAX_CODEC_BYTES } from '../api/media-limits.ts'
import { codecBytes, type EncodedAs } from './memory-needed.ts'
import { heldBytes } from './plan-decoded.ts'
import type { TranscodeVideoTask } from './plan-video.ts'

const UHD = { width: 3840, height: 2160 }
const FULL_HD = { width: 1920, height: 1080 }
const EIGHT_K = { width: 7680, height: 4320 }
const CINEMA = { width: 4096, height: 2160 }
const WQHD = { width: 2560, height: 1440 }
/** hvcC and avcC of 10-bit frames. */
const hevc10 = { codec: 'hevc', configurations: [Uint8Array.from({ length: 23 }, () => 2)] } as const
const high10 = { codec: 'h264', configurations: [Uint8Array.of(1, 110, 0, 51)] } as const

describe('the memory of a codec for frames', () => {
  it.each<[string, Parameters<typeof codecBytes>[0], EncodedAs, typeof UHD]>([
    ['10-bit 4K as 4K', { ...hevc10, ...UHD }, 'transcode', UHD],
    ['10-bit cinema 4K', { ...high10, ...CINEMA }, 'transcode', CINEMA],
    ['4K AV1 as 4K', { codec: 'av1', ...UHD }, 'transcode', UHD],
    ['4K with subtitles drawn into it', { codec: 'h264', ...UHD }, 'painted', UHD],
    ['subtitles drawn into 10-bit 4K at 1080p', { ...hevc10, ...UHD }, 'painted', FULL_HD],
    ['4K seams', { codec: 'h264', ...UHD }, 'splice', UHD],
    ['8K VP9 as 1080p', { codec: 'vp9', ...EIGHT_K }, 'transcode', FULL_HD],
    ['8K AV1 as 1080p', { codec: 'av1', ...EIGHT_K }, 'transcode', FULL_HD],
    ['1440p VP9 in its own codec', { codec: 'vp9', ...WQHD }, 'vp9', WQHD],
  ])('is available for %s', (_name, source, encodedAs, size) => {
    expect(codecBytes(source, encodedAs, size)).toBeLessThanOrEqual(MAX_CODEC_BYTES)
  })

  it.each<[string, Parameters<typeof codecBytes>[0], EncodedAs, typeof UHD]>([
    ['8K as 8K', { codec: 'h264', ...EIGHT_K }, 'splice', EIGHT_K],
    ['10-bit 8K, even for a small still', { ...hevc10, ...EIGHT_K }, 'still', { width: 640, height: 360 }],
    ['subtitles drawn into 10-bit 4K', { ...hevc10, ...UHD }, 'painted', UHD],
    ['4K VP9 in its own codec', { codec: 'vp9', ...UHD }, 'vp9', UHD],
  ])('is not available for %s', (_name, source, encodedAs, size) => {
    expect(codecBytes(source, encodedAs, size)).toBeGreaterThan(MAX_CODEC_BYTES)
  })

  it('includes the frames that a GIF keeps for its palette', () => {
    const size = { width: 720, height: 720 }
    const longest = { size, window: { firstTick: 0, endTick: 15, timescale: 1 } } as TranscodeVideoTask
    const gifOf = (source: Parameters<typeof codecBytes>[0]) =>
      codecBytes(source, 'still', size) + heldBytes([longest], { frameRate: 25 })
    expect(gifOf({ codec: 'h264', ...UHD })).toBeLessThanOrEqual(MAX_CODEC_BYTES)
    expect(gifOf({ ...hevc10, ...UHD })).toBeGreaterThan(MAX_CODEC_BYTES)
  })
})
