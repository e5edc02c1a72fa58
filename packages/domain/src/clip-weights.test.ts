import { describe, expect, it } from 'vitest'
import { clipPieces, renditionToWeigh, weighRange } from './clip-weights.ts'
import type { Rendition } from './rendition-choice.ts'

const picture = (id: string, height: number, videoCodec = 'avc1.4d401e', container = 'mp4'): Rendition => ({
  id,
  carries: 'video',
  container,
  videoCodec,
  audioCodec: null,
  width: Math.round((height * 16) / 9),
  height,
  frameRate: 30,
  bitrate: null,
  sizeBytes: height * 1000,
  soundPreference: 0,
})
const SOUND: Rendition = {
  ...picture('140', 360),
  carries: 'audio',
  videoCodec: null,
  audioCodec: 'mp4a.40.2',
  sizeBytes: 40_000,
}
const ALL = [picture('313', 2160, 'vp9', 'webm'), picture('137', 1080), picture('134', 360), picture('160', 144), SOUND]
/** Of ten seconds, the last two of which are nine times as heavy. */
const WEIGHTS = {
  secondsPerPiece: 2,
  pictureBytes: [1000, 1000, 1000, 1000, 9000],
  keyPictureBytes: 100,
  soundBytesPerSecond: 0,
}

it('a picture of the middle is weighed, in H.264 and in a file that has an index', () => {
  expect(renditionToWeigh(ALL)?.id).toBe('134')
  expect(renditionToWeigh([picture('313', 2160, 'vp9', 'webm'), SOUND])).toBeNull()
})

describe('a clip', () => {
  it('weighs what its part of the video does', () => {
    const pieces = clipPieces(ALL, '1080p', 10, WEIGHTS)!
    const weigh = (startSeconds: number, endSeconds: number) =>
      weighRange(pieces, WEIGHTS.secondsPerPiece, { startSeconds, endSeconds }) - pieces.baseBytes
    expect(weigh(8, 10) / weigh(0, 2)).toBeGreaterThan(5)
    expect(weigh(8, 9)).toBe(Math.round(weigh(8, 10) / 2))
    expect(weigh(0, 8) + weigh(8, 10)).toBe(weigh(0, 10))
    // All of it is the size that the source says, and what an MP4 has besides.
    expect(weigh(0, 10)).toBeGreaterThan(1_080_000 + 40_000)
    expect(weigh(0, 10)).toBeLessThan(1.01 * (1_080_000 + 40_000))
  })

  it('of sound alone weighs the same everywhere', () => {
    const pieces = clipPieces(ALL, 'audio', 10, WEIGHTS)!
    expect(new Set(pieces.pieceBytes)).toEqual(new Set([80_000]))
  })

  it('does not weigh anything that is known where the video has no such quality, or says nothing', () => {
    expect(clipPieces([picture('134', 360)], '1080p', 10, WEIGHTS)).toBeNull()
    expect(clipPieces([{ ...picture('134', 360), sizeBytes: null }], '360p', 10, WEIGHTS)).toBeNull()
    expect(clipPieces(ALL, '1080p', 10, { ...WEIGHTS, pictureBytes: [0, 0] })).toBeNull()
  })
})
