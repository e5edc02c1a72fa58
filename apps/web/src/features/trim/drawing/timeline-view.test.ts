import { describe, expect, it } from 'vitest'
import {
  edgePull,
  isWhole,
  openingView,
  pannedView,
  rangeView,
  secondsToX,
  viewSeconds,
  xToSeconds,
  zoomedView,
} from './timeline-view.ts'

const HOUR_SECONDS = 3600

describe('the geometry of the timeline', () => {
  it('converts times to pixels and back', () => {
    const layout = { view: { fromSeconds: 549, toSeconds: 751 }, widthPx: 360, padPx: 18 }
    for (const seconds of [549, 607.2, 751])
      expect(xToSeconds(secondsToX(seconds, layout), layout)).toBeCloseTo(seconds, 9)
    expect(secondsToX(549, layout)).toBe(18)
    expect(secondsToX(751, layout)).toBe(342)
  })

  it('opens a short video whole, a long one on its first minute, or a requested range', () => {
    expect(openingView({ startTime: 0, endTime: 240 }, 240)).toEqual({ fromSeconds: 0, toSeconds: 240 })
    expect(openingView({ startTime: 0, endTime: HOUR_SECONDS }, HOUR_SECONDS)).toEqual({
      fromSeconds: 0,
      toSeconds: 60,
    })
    expect(openingView({ startTime: 100, endTime: 110 }, 240)).toEqual({ fromSeconds: 93, toSeconds: 117 })
    const requestedView = openingView({ startTime: 1000, endTime: 1010 }, HOUR_SECONDS)
    expect(requestedView.fromSeconds).toBeCloseTo(993)
    expect(requestedView.toSeconds).toBeCloseTo(1017)
  })

  it('zooms to 2.4 times the range, never past the ends of the video', () => {
    expect(rangeView({ startTime: 0, endTime: 10 }, HOUR_SECONDS)).toEqual({ fromSeconds: 0, toSeconds: 24 })
    expect(isWhole(rangeView({ startTime: 0, endTime: HOUR_SECONDS }, HOUR_SECONDS), HOUR_SECONDS)).toBe(true)
  })

  it('keeps the time under the pointer while zooming, within its limits', () => {
    const view = { fromSeconds: 100, toSeconds: 200 }
    const closerView = zoomedView(view, 0.5, 125, HOUR_SECONDS)
    expect(viewSeconds(closerView)).toBeCloseTo(50)
    expect((125 - closerView.fromSeconds) / 50).toBeCloseTo(0.25)
    const closeView = { fromSeconds: 100, toSeconds: 103 }
    expect(viewSeconds(zoomedView(closeView, 0.01, 101, HOUR_SECONDS))).toBe(2)
    expect(viewSeconds(zoomedView(closeView, 1e6, 101, HOUR_SECONDS))).toBe(HOUR_SECONDS)
    expect(viewSeconds(zoomedView({ fromSeconds: 0, toSeconds: 0.7 }, 0.5, 0.3, 0.7))).toBeCloseTo(0.7)
  })

  it('stops panning at both ends', () => {
    const view = { fromSeconds: 10, toSeconds: 40 }
    expect(pannedView(view, -100, HOUR_SECONDS)).toEqual({ fromSeconds: 0, toSeconds: 30 })
    expect(pannedView(view, 1e9, HOUR_SECONDS)).toEqual({ fromSeconds: HOUR_SECONDS - 30, toSeconds: HOUR_SECONDS })
  })

  it('pulls the window only near the edges, and harder closer to them', () => {
    expect(edgePull(500, 1000)).toBe(0)
    expect(edgePull(24, 1000)).toBe(-0.5)
    expect(edgePull(1000, 1000)).toBe(1)
    expect(edgePull(1200, 1000)).toBe(1)
  })
})
