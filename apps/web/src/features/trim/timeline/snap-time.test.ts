import { describe, expect, it } from 'vitest'
import { snapMoment } from './snap-time.ts'

const layout = (fromSeconds: number, toSeconds: number) => ({
  view: { fromSeconds, toSeconds },
  widthPx: 1000,
  padPx: 0,
})

describe('snapping', () => {
  it('goes to whole seconds, and to the very end of a video that has none there', () => {
    const far = layout(0, 60)
    expect([12.4, 12.6].map((seconds) => snapMoment(seconds, far, 30, 59.7))).toEqual([12, 13])
    expect([59.1, 59.5, 70].map((seconds) => snapMoment(seconds, far, 30, 59.7))).toEqual([59, 59.7, 59.7])
  })

  it('goes to frames once they can be seen', () => {
    const close = layout(10, 12)
    expect(snapMoment(10.02, close, 30, 60)).toBe(10.033)
    expect(snapMoment(10.01, close, 30, 60)).toBe(10)
  })
})
