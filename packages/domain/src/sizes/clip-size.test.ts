import { expect, it } from 'vitest'
import type { Rendition } from '../formats/rendition-choice.ts'
import { approximateClipBytes, clipBitrate } from './clip-size.ts'

const VIDEO: Rendition = {
  id: '137',
  carries: 'video',
  container: 'mp4',
  videoCodec: 'avc1.640028',
  audioCodec: null,
  width: 1920,
  height: 1080,
  frameRate: 30,
  bitrate: 4_000_000,
  sizeBytes: 25_000_000,
  audioPreference: 0,
}
const AUDIO: Rendition = {
  ...VIDEO,
  id: '140',
  carries: 'audio',
  videoCodec: null,
  audioCodec: 'mp4a.40.2',
  bitrate: 128_000,
  sizeBytes: 1_600_000,
}

it('estimates a clip from the true size of its renditions', () => {
  expect(clipBitrate([VIDEO, AUDIO], '1080p', 100)).toBe(2_000_000 + 128_000)
})

it('estimates audio as what it will be encoded to', () => {
  expect(clipBitrate([VIDEO, AUDIO], 'audio', 100)).toBe(320_000)
})

it('estimates audio beside a image as what an MP4 has of it', () => {
  const withAudio = (audio: Partial<Rendition>) => clipBitrate([VIDEO, { ...AUDIO, ...audio }], '1080p', 100)
  expect(withAudio({ audioCodec: 'opus' })).toBe(2_000_000 + 160_000)
  expect(withAudio({ audioCodec: 'flac', sizeBytes: 12_000_000 })).toBe(2_000_000 + 192_000)
})

it('estimates a scaled image by its own lines, each smaller than the one above', () => {
  const bitrates = (['1080p', '720p', '480p', '360p'] as const).map(
    (quality) => clipBitrate([VIDEO, AUDIO], quality, 100) ?? 0,
  )
  expect(bitrates.map((bitrate) => Math.round(bitrate / 1000))).toEqual([2128, 1604, 999, 727])
})

it('leaves the audio inside a file as it is', () => {
  const muxed: Rendition = { ...VIDEO, carries: 'both', audioCodec: 'mp4a.40.2' }
  const frameOnly = clipBitrate([VIDEO], '480p', 100) ?? 0
  const withAudio = clipBitrate([muxed], '480p', 100) ?? 0
  expect(withAudio).toBeGreaterThan(128_000)
  expect(withAudio - 128_000).toBeCloseTo(frameOnly * (1_872_000 / 2_000_000), 0)
})

it('expects H.264 to be larger than the VP9 or AV1 that it is made from', () => {
  const from = (videoCodec: string) => clipBitrate([{ ...VIDEO, videoCodec }], '1080p', 100) ?? 0
  expect(from('avc1.640028')).toBe(2_000_000)
  expect(from('vp9')).toBeGreaterThan(1.5 * from('avc1.640028'))
  expect(from('vp09.00.51.08')).toBe(from('vp9'))
  expect(from('av01.0.08M.08')).toBeGreaterThan(from('vp9'))
})

it('assumes a usual bitrate where the source says nothing', () => {
  expect(clipBitrate([{ ...VIDEO, sizeBytes: null, bitrate: null }, AUDIO], '360p', 100)).toBe(470_000 + 128_000)
})

it('knows nothing about a quality the video does not have', () => {
  expect(clipBitrate([VIDEO, AUDIO], '2160p', 100)).toBeNull()
})

it('grows with the range', () => {
  expect(approximateClipBytes(320_000, 10)).toBe(400_000)
})
