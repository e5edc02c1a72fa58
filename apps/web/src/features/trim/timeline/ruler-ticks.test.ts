import { describe, expect, it } from 'vitest'
import { overviewTicks, timelineTicks } from './ruler-ticks.ts'

const layout = (fromSeconds: number, toSeconds: number, widthPx = 1240) => ({
  view: { fromSeconds, toSeconds },
  widthPx,
  padPx: 0,
})

describe('the ruler of the timeline', () => {
  it('has labels at least 84 pixels apart at any zoom', () => {
    for (const span of [2, 10, 60, 202, 1428, 10_800, 36_000]) {
      for (const width of [324, 1240]) {
        const labelled = timelineTicks(layout(0, span, width), 30).filter((tick) => tick.major)
        const gaps = labelled.slice(1).map((tick, index) => tick.x - (labelled[index]?.x ?? 0))
        expect(Math.min(...gaps, 1e9)).toBeGreaterThanOrEqual(84)
      }
    }
  })

  it('uses round steps: every fifteen seconds for a window of 202 seconds', () => {
    const labels = timelineTicks(layout(549, 751), 30).flatMap((tick) => tick.label ?? [])
    expect(labels.slice(0, 3)).toEqual(['9:15', '9:30', '9:45'])
  })

  it('shows single frames once they are wide enough to aim at', () => {
    const frames = timelineTicks(layout(10, 12), 25)
    expect(frames).toHaveLength(51)
    expect(frames.filter((tick) => tick.major).map((tick) => tick.label)).toEqual(['0:10', '0:11', null])
  })

  it('shows the start of each frame, even at fractional frame rates', () => {
    const rate = 30_000 / 1001
    const frames = timelineTicks(layout(17, 19), rate).filter((tick) => !tick.major)
    expect(frames).toHaveLength(60)
    for (const { seconds } of frames) expect(seconds * rate).toBeCloseTo(Math.round(seconds * rate), 6)
  })
})

describe('the ruler of the overview', () => {
  it('has a major tick every 300 seconds, and about twenty minor ones at most', () => {
    const majors = overviewTicks(1428, 1240).filter((tick) => tick.major)
    expect(majors.map((tick) => tick.seconds)).toEqual([0, 300, 600, 900, 1200])
    for (const duration of [300, 1428, 3600, 10_800, 36_000]) {
      expect(overviewTicks(duration, 1240).filter((tick) => !tick.major).length).toBeLessThanOrEqual(22)
    }
  })

  it('leaves out labels that would overlap', () => {
    const labelled = overviewTicks(10_800, 328).filter((tick) => tick.label)
    const gaps = labelled.slice(1).map((tick, index) => tick.x - (labelled[index]?.x ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(52)
  })
})
