import { expect, it } from 'vitest'
import { approximateClipBytes, clipBitrate } from './clip-size.ts'
import type { Rendition } from './rendition-choice.ts'

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
  soundPreference: 0,
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

it('estimates sound as what it will be encoded to', () => {
  expect(clipBitrate([VIDEO, AUDIO], 'audio', 100)).toBe(320_000)
})

it('assumes a usual bitrate for a picture that will be scaled', () => {
  expect(clipBitrate([VIDEO, AUDIO], '360p', 100)).toBe(470_000 + 128_000)
})

it('does not expect a calm picture to grow by being scaled down', () => {
  const calm = { ...VIDEO, sizeBytes: 2_500_000 }
  expect(clipBitrate([calm, AUDIO], '360p', 100)).toBe(200_000 + 128_000)
})

it('knows nothing about a quality the video does not have', () => {
  expect(clipBitrate([VIDEO, AUDIO], '2160p', 100)).toBeNull()
})

it('grows with the range', () => {
  expect(approximateClipBytes(320_000, 10)).toBe(400_000)
})
