import { describe, expect, it } from 'vitest'
import { openRowHeights } from './row-heights.ts'

describe('the heights of rows', () => {
  it('give the position of each row, and the row at a position', () => {
    const heights = openRowHeights(Float64Array.of(10, 20, 30))
    expect([0, 1, 2, 3].map(heights.topOf)).toEqual([0, 10, 30, 60])
    expect([-5, 0, 9, 10, 29, 30, 999].map(heights.rowAt)).toEqual([0, 0, 0, 1, 1, 2, 2])
    expect(openRowHeights(new Float64Array(0)).rowAt(10)).toBe(0)
  })

  it('are corrected by measurements, which report changes', () => {
    const heights = openRowHeights(new Float64Array(50_000).fill(40))
    expect(heights.topOf(50_000)).toBe(2_000_000)
    expect(heights.measure(10, 66)).toBe(true)
    expect(heights.measure(10, 66.2)).toBe(false)
    expect([10, 11, 50_000].map(heights.topOf)).toEqual([400, 466, 2_000_026])
    expect(heights.measure(2, 14)).toBe(true)
    expect([2, 3, 10, 50_000].map(heights.topOf)).toEqual([80, 94, 374, 2_000_000])
    expect(heights.rowAt(374)).toBe(10)
  })
})
