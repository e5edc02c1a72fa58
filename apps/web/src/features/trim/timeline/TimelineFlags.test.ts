import { describe, expect, it } from 'vitest'
import { placeFlags } from './TimelineFlags.tsx'

const SIZES = { startWidth: 80, endWidth: 80, timelineWidth: 360 }

describe('the times above the timeline', () => {
  it('are outside of each cut, but at least ten pixels inside the timeline', () => {
    expect(placeFlags({ ...SIZES, startX: 120, endX: 220 })).toMatchObject({ startLeft: 40, endLeft: 220 })
    const { startLeft, endLeft } = placeFlags({ ...SIZES, startX: 18, endX: 342 })
    expect([startLeft, endLeft]).toEqual([10, 270])
  })

  it('never overlap, at either edge or out of view', () => {
    for (const [startX, endX] of [
      [0, 20],
      [340, 360],
      [-500, -300],
      [700, 900],
      [-500, 900],
    ] as const) {
      const { startLeft, endLeft } = placeFlags({ ...SIZES, startX, endX })
      expect(endLeft - (startLeft + 80)).toBeGreaterThanOrEqual(8)
      expect(startLeft).toBeGreaterThanOrEqual(10)
      expect(endLeft + 80).toBeLessThanOrEqual(350)
    }
  })

  it('drop the line between them below sixty pixels', () => {
    expect(placeFlags({ ...SIZES, startX: 150, endX: 190 }).line).toBeNull()
    expect(placeFlags({ ...SIZES, startX: 100, endX: 250 }).line).toEqual({ left: 112, width: 126 })
  })
})
