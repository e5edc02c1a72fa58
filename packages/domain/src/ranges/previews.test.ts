import { describe, expect, it } from 'vitest'
import { audioPieces, filmstripLayout, thumbnailLayout } from './previews.ts'

const WIDE = { width: 1920, height: 1080 }
const UPRIGHT = { width: 1080, height: 1920 }

describe('the filmstrip of a media file', () => {
  it('has eighty frames, evenly spread over the whole video', () => {
    expect(filmstripLayout(3 * 3600, WIDE)).toEqual({
      frameWidth: 160,
      frameHeight: 90,
      columns: 10,
      rows: 8,
      frameCount: 80,
      secondsPerFrame: 135,
    })
  })

  it.each([0.04, 0.3, 1, 7.77, 39.99, 40, 61.234, 599.999])('never has a frame after the end of %d s', (duration) => {
    const { frameCount, secondsPerFrame, columns, rows } = filmstripLayout(duration, WIDE)
    expect(frameCount).toBeGreaterThanOrEqual(1)
    expect((frameCount - 1) * secondsPerFrame).toBeLessThan(duration)
    expect(frameCount * secondsPerFrame).toBeGreaterThan(duration - 1e-3)
    expect(frameCount).toBeLessThanOrEqual(columns * rows)
  })

  it('keeps the shape of an upright image', () => {
    expect(filmstripLayout(10, UPRIGHT)).toMatchObject({ frameWidth: 50, frameHeight: 90 })
  })

  it.each([
    { width: 16_000, height: 2 },
    { width: 2, height: 16_000 },
  ])('has usable frames for a video of $width x $height', (frameSize) => {
    const { frameWidth } = filmstripLayout(10, frameSize)
    expect(frameWidth).toBeGreaterThanOrEqual(32)
    expect(frameWidth).toBeLessThanOrEqual(240)
  })
})

describe('the thumbnail of a media file', () => {
  it('is the frame a tenth into the video, no larger than the source', () => {
    expect(thumbnailLayout(100, WIDE)).toEqual({ width: 960, height: 540, atSeconds: 10 })
    expect(thumbnailLayout(100, { width: 320, height: 180 })).toEqual({ width: 320, height: 180, atSeconds: 10 })
    expect(thumbnailLayout(100, UPRIGHT)).toMatchObject({ width: 304, height: 540 })
  })

  it('has even sides, as its chroma requires', () => {
    for (const frameSize of [
      { width: 1, height: 1 },
      { width: 333, height: 187 },
      { width: 9999, height: 3 },
    ]) {
      const { width, height } = thumbnailLayout(5, frameSize)
      expect([width % 2, height % 2]).toEqual([0, 0])
      expect(Math.min(width, height)).toBeGreaterThan(0)
      expect(width).toBeLessThanOrEqual(1080)
    }
  })
})

describe('the waveform of a part of a long video', () => {
  const piecesOf = (startTime: number, endTime: number) =>
    audioPieces({ startTime, endTime }).map((piece) => [piece.startTime, piece.endTime])

  it('comes in one or two pieces that are little longer than the part', () => {
    expect(piecesOf(0, 60)).toEqual([[0, 60]])
    expect(piecesOf(30.1, 90.1 + 1e-9)).toEqual([
      [0, 60],
      [60, 120],
    ])
    expect(piecesOf(5000, 5061)).toEqual([
      [4800, 5040],
      [5040, 5280],
    ])
    expect(piecesOf(900, 1800)).toEqual([[900, 1800]])
  })

  it('has the same pieces for every viewer and every request within them', () => {
    expect(piecesOf(121, 124)).toEqual(piecesOf(140, 179.9))
    for (const [from = 0, to = 0] of [...piecesOf(61, 63), ...piecesOf(700, 790), ...piecesOf(4000, 4800)])
      expect(piecesOf(from, to)).toEqual([[from, to]])
  })

  it.each([
    [0, 901],
    [0, 10_800],
    [10, 10],
    [20, 10],
    [-5, 10],
    [0, Number.NaN],
  ])('is absent for %d to %d: too much, or nothing', (from, to) => {
    expect(piecesOf(from, to)).toEqual([])
  })
})
