import { describe, expect, it } from 'vitest'
import { secondsToX, viewSeconds } from '../drawing/timeline-view.ts'
import { beginPinch, pinchedView } from './zoom-gestures.ts'

const LAYOUT = { view: { fromSeconds: 100, toSeconds: 200 }, widthPx: 360, padPx: 30 }

describe('two fingers on the timeline', () => {
  it('keep the times under them, closer, apart and to the side', () => {
    const pinch = beginPinch([120, 180], LAYOUT)
    for (const fingers of [
      [60, 300],
      [300, 60],
      [140, 170],
      [200, 280],
    ] as const) {
      const view = pinchedView(pinch, fingers, LAYOUT, 3600)
      const newLayout = { ...LAYOUT, view }
      const [left, right] = [Math.min(...fingers), Math.max(...fingers)]
      expect(secondsToX(pinch.seconds[0], newLayout)).toBeCloseTo(left, 6)
      expect(secondsToX(pinch.seconds[1], newLayout)).toBeCloseTo(right, 6)
    }
  })

  it('never leave the video or zoom below two seconds', () => {
    const pinch = beginPinch([100, 200], LAYOUT)
    expect(pinchedView(pinch, [150, 151], LAYOUT, 300)).toEqual({ fromSeconds: 0, toSeconds: 300 })
    const closePinch = beginPinch([180, 204], { ...LAYOUT, view: { fromSeconds: 100, toSeconds: 103 } })
    expect(viewSeconds(pinchedView(closePinch, [30, 330], LAYOUT, 300))).toBeCloseTo(2)
  })
})
