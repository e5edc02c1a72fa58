import { describe, expect, it } from 'vitest'
import { tileGrid, tileTime } from './draw-timeline.ts'

const WIDE_ASPECT = 16 / 9

describe('the thumbnails of the timeline', () => {
  it('are as wide as their frame, or narrower if one would cover more than three frames', () => {
    const grid = tileGrid(90, WIDE_ASPECT, 100, 1)
    expect(grid).toEqual({ widthPx: 160, seconds: 1.6, shareOfFrame: 1 })
    const closer = tileGrid(90, WIDE_ASPECT, 40, 1)
    expect(closer.widthPx).toBeCloseTo(120)
    expect(closer.shareOfFrame).toBeCloseTo(0.75)
    const far = tileGrid(90, WIDE_ASPECT, 0.1, 1)
    expect(far.widthPx).toBeCloseTo(160 * 0.46)
  })

  it('show the middle of their time, also the shorter last one', () => {
    const grid = { widthPx: 100, seconds: 4, shareOfFrame: 1 }
    expect(tileTime(0, grid, 60)).toBe(2)
    expect(tileTime(5, grid, 60)).toBe(22)
    expect(tileTime(2, grid, 10)).toBe(9)
  })
})
