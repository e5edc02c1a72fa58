import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignDecodeTimes } from './movie-header.ts'

describe('assignDecodeTimes', () => {
  it('delays frames by the largest reordering', () => {
    expect(assignDecodeTimes([0, 30, 10, 20], 40)).toEqual({
      durations: Float64Array.of(10, 10, 10, 10),
      reorderTicks: Float64Array.of(10, 30, 0, 0),
      delayTicks: 10,
    })
  })

  it('uses the first existing frame instead of a missing one', () => {
    expect(assignDecodeTimes([10, 20], 30)).toEqual({
      durations: Float64Array.of(20, 10),
      reorderTicks: Float64Array.of(0, 0),
      delayTicks: 0,
    })
  })

  it('never decodes a frame after its display time', () => {
    const times = fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(times, (pts) => {
        const { durations, reorderTicks, delayTicks } = assignDecodeTimes(pts, 2000)
        const firstPts = Math.min(...pts)
        let decodeTime = 0
        for (const [index, time] of pts.entries()) {
          expect(reorderTicks[index]).toBeGreaterThanOrEqual(0)
          expect(decodeTime + reorderTicks[index]! - delayTicks).toBe(time === firstPts ? 0 : time)
          decodeTime += durations[index]!
        }
      }),
    )
  })
})
