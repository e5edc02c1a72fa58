import { expect, it } from 'vitest'
import { h264Seconds, sourceCodecClip, sourceCodecSeconds } from './source-codec.ts'
import { audio, rendition } from './testing/renditions.ts'

const frame = (id: string, videoCodec: string, height: number) =>
  rendition(id, { videoCodec, width: (height * 16) / 9, height })
const VP9 = frame('313', 'vp9', 2160)
const AV1 = frame('401', 'av01.0.12M.08', 2160)
const LITTLE_MEMORY = { hasAmpleMemory: false }
const AMPLE_MEMORY = { hasAmpleMemory: true }
const RENDITIONS = [AV1, VP9, frame('137', 'avc1.640028', 1080), frame('399', 'av01.0.08M.08', 1080), audio('140')]

it('4K can stay AV1, with the content type that browsers expect', () => {
  const shape = { width: 3840, height: 2160, frameRate: 30 }
  expect(sourceCodecClip(RENDITIONS, '2160p', LITTLE_MEMORY)).toEqual({
    codec: 'AV1',
    contentType: 'video/mp4; codecs="av01.0.12M.08"',
    ...shape,
  })
})

it('VP9 can stay if there is no AV1, in 4K only with enough memory for its encoder', () => {
  const smallRenditions = [frame('248', 'vp9', 1080), audio('140')]
  expect(sourceCodecClip(smallRenditions, '1080p', LITTLE_MEMORY)).toMatchObject({
    codec: 'VP9',
    contentType: 'video/mp4; codecs="vp09.00.51.08"',
  })
  expect(sourceCodecClip([...smallRenditions, VP9], '2160p', LITTLE_MEMORY)).toBeNull()
  expect(sourceCodecClip([...smallRenditions, VP9], '2160p', AMPLE_MEMORY)).toMatchObject({
    codec: 'VP9',
    height: 2160,
  })
  expect(sourceCodecClip(RENDITIONS, '2160p', AMPLE_MEMORY)).toMatchObject({ codec: 'AV1' })
})

it('copied or scaled H.264 and audio offer no source codec', () => {
  expect(sourceCodecClip(RENDITIONS, '1080p', LITTLE_MEMORY)).toBeNull()
  expect(sourceCodecClip(RENDITIONS, '720p', LITTLE_MEMORY)).toBeNull()
  expect(sourceCodecClip(RENDITIONS, 'audio', LITTLE_MEMORY)).toBeNull()
  expect(sourceCodecClip([frame('a', 'hvc1', 2160)], '2160p', LITTLE_MEMORY)).toBeNull()
  expect(sourceCodecClip([frame('a', 'vp8', 2160)], '2160p', LITTLE_MEMORY)).toBeNull()
})

it('the time of a re-encode follows its decoded and encoded size, and a copy takes none', () => {
  const seconds = h264Seconds(RENDITIONS, '2160p', 10)!
  expect(h264Seconds(RENDITIONS, '2160p', 20)).toBeCloseTo(2 * seconds)
  expect(h264Seconds([VP9], '720p', 10)).toBeLessThan(seconds)
  expect(h264Seconds(RENDITIONS, '1080p', 10)).toBeNull()
  expect(sourceCodecSeconds(sourceCodecClip(RENDITIONS, '2160p', LITTLE_MEMORY)!, 60)).toBeLessThan(seconds)
})
