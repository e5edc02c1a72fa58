import { describe, expect, it } from 'vitest'
import type { HeatStep } from './mark.ts'
import { type ClaimedSegment, marksOfHeat, replayedParts, tidyHeat, tidySegments } from './tidy-marks.ts'

const segment = (
  startTime: number,
  endTime: number,
  videoSeconds: number | null = null,
  kind: ClaimedSegment['kind'] = 'sponsor',
): ClaimedSegment => ({ kind, startTime, endTime, videoSeconds })

describe('submitted segments', () => {
  it('become ordered marks, rounded to the millisecond; different kinds may overlap', () => {
    expect(tidySegments([segment(30.00049, 40), segment(5, 35, 99.5, 'selfpromo')], 100)).toEqual([
      { kind: 'selfpromo', startTime: 5, endTime: 35 },
      { kind: 'sponsor', startTime: 30, endTime: 40 },
    ])
  })

  it.each<[string, ClaimedSegment]>([
    ['of the whole video', segment(0, 0)],
    ['without a length', segment(10, 10)],
    ['backwards', segment(20, 10)],
    ['before the video', segment(-5, 10)],
    ['behind the video', segment(592, 600)],
    ['from its end on', segment(100, 120)],
    ['of another version', segment(10, 20, 101.5)],
    ['of numbers that are none', segment(Number.NaN, 10)],
    ['without an end', segment(10, Number.POSITIVE_INFINITY - Number.POSITIVE_INFINITY)],
  ])('%s are ignored', (_, claimedMark) => {
    expect(tidySegments([claimedMark], 100)).toEqual([])
  })

  it('end with the video', () => {
    expect(tidySegments([segment(90, 100.9)], 100)).toEqual([{ kind: 'sponsor', startTime: 90, endTime: 100 }])
  })

  it("count even if the video's length differs by rounding or is unknown", () => {
    expect(tidySegments([segment(1, 5, 99.1), segment(10, 20, null)], 100)).toHaveLength(2)
  })

  it('are limited in number', () => {
    expect(
      tidySegments(
        Array.from({ length: 5000 }, (_, nth) => segment(nth, nth + 1)),
        10_000,
      ),
    ).toHaveLength(200)
  })
})

describe('the most-replayed graph', () => {
  const graph = (...weights: number[]): HeatStep[] => weights.map((weight, nth) => [nth * 10, nth * 10 + 10, weight])

  it('is in order, inside the video, and without overlaps', () => {
    const steps: HeatStep[] = [
      [10, 20, 0.5],
      [0, 10, 1],
      [5, 15, 0.9],
      [20, 40, 0.1234],
      [50, 60, 1],
    ]
    expect(tidyHeat(steps, 30)).toEqual([
      [0, 10, 1],
      [10, 20, 0.5],
      [20, 30, 0.123],
    ])
  })

  it.each([
    [
      'invalid weights',
      [
        [0, 10, Number.NaN],
        [10, 20, 7],
        [20, 30, -1],
      ] as HeatStep[],
    ],
    ['one weight everywhere', graph(0.5, 0.5, 0.5)],
    ['no steps', []],
  ])('with %s is empty', (_, steps) => {
    expect(tidyHeat(steps, 100)).toEqual([])
  })

  it('has up to three most-replayed parts, with the steps beside their peaks', () => {
    const marks = marksOfHeat(graph(0.1, 0.2, 0.9, 0.7, 0.1, 0.1, 1, 0.1, 0.3, 0.65, 0.1, 0.62))
    expect(replayedParts(marks).map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [20, 40],
      [60, 70],
      [90, 100],
    ])
    expect(replayedParts([])).toEqual([])
  })
})
