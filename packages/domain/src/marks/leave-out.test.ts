import { describe, expect, it } from 'vitest'
import { MAX_CLIP_RANGES, type TimeRange } from '../ranges/time-range.ts'
import { keepRanges } from './leave-out.ts'

type Pair = [startTime: number, endTime: number]
const rangesOf = (pairs: readonly Pair[]): TimeRange[] => pairs.map(([startTime, endTime]) => ({ startTime, endTime }))
const pairsOf = (ranges: readonly TimeRange[]): Pair[] => ranges.map(({ startTime, endTime }) => [startTime, endTime])
const keepOutside = (ranges: Pair[], parts: Pair[]): Pair[] =>
  pairsOf(keepRanges(rangesOf(ranges), rangesOf(parts)).ranges)

describe('a clip without parts of its video', () => {
  it.each<[string, Pair[], Pair[], Pair[]]>([
    [
      'a part inside a range divides it',
      [[0, 60]],
      [[10, 20]],
      [
        [0, 10],
        [20, 60],
      ],
    ],
    ['a part at the start shortens it', [[0, 60]], [[0, 20]], [[20, 60]]],
    ['a part over its end shortens it', [[0, 60]], [[50, 90]], [[0, 50]]],
    [
      'parts that overlap are one',
      [[0, 60]],
      [
        [10, 30],
        [20, 40],
      ],
      [
        [0, 10],
        [40, 60],
      ],
    ],
    [
      'a part inside another changes nothing',
      [[0, 60]],
      [
        [10, 40],
        [20, 30],
      ],
      [
        [0, 10],
        [40, 60],
      ],
    ],
    [
      'parts that touch are one',
      [[0, 60]],
      [
        [20, 30],
        [10, 20],
      ],
      [
        [0, 10],
        [30, 60],
      ],
    ],
    [
      'parts outside the range do not count',
      [[10, 60]],
      [
        [0, 10],
        [60, 70],
        [80, 90],
      ],
      [[10, 60]],
    ],
    [
      'a rest too short to cut goes with the parts beside it',
      [[0, 60]],
      [
        [10, 20],
        [20.999, 30],
      ],
      [
        [0, 10],
        [30, 60],
      ],
    ],
    [
      'a rest of a second stays',
      [[0, 60]],
      [
        [10, 20],
        [21, 30],
      ],
      [
        [0, 10],
        [20, 21],
        [30, 60],
      ],
    ],
    [
      'the order of a list stays',
      [
        [40, 60],
        [0, 20],
      ],
      [
        [5, 10],
        [45, 50],
      ],
      [
        [40, 45],
        [50, 60],
        [0, 5],
        [10, 20],
      ],
    ],
    [
      'a part over several ranges shortens each',
      [
        [0, 20],
        [30, 50],
      ],
      [[10, 40]],
      [
        [0, 10],
        [40, 50],
      ],
    ],
    ['nothing is left of a range inside a part', [[10, 20]], [[0, 60]], []],
    [
      'a part without a length is none',
      [[0, 60]],
      [
        [10, 10],
        [20, 20.0001],
      ],
      [[0, 60]],
    ],
    [
      'times are exact to the millisecond',
      [[0, 60]],
      [[10.00049, 20.0006]],
      [
        [0, 10],
        [20.001, 60],
      ],
    ],
  ])('%s', (_, ranges, parts, remainingRanges) => {
    expect(keepOutside(ranges, parts)).toEqual(remainingRanges)
  })

  it('has at most the allowed number of ranges, and leaves out the longest parts', () => {
    const parts = Array.from({ length: 40 }, (_, nth): Pair => [10 + nth * 10, 12 + nth * 10 + (nth % 2)])
    const { ranges, found, leftOut } = keepRanges([{ startTime: 0, endTime: 500 }], rangesOf(parts))
    expect(ranges).toHaveLength(MAX_CLIP_RANGES)
    expect([found, leftOut]).toEqual([40, MAX_CLIP_RANGES - 1])
    // Three-second parts, which have odd numbers, come before two-second ones.
    expect(pairsOf(ranges).slice(0, 3)).toEqual([
      [0, 20],
      [23, 40],
      [43, 60],
    ])
  })

  it('leaves out a part at an end of a range even if no further range fits', () => {
    const parts = [...Array.from({ length: 19 }, (_, nth): Pair => [10 + nth * 10, 14 + nth * 10]), [0, 2] as Pair]
    const { ranges, found, leftOut } = keepRanges([{ startTime: 0, endTime: 500 }], rangesOf(parts))
    expect([ranges.length, found, leftOut]).toEqual([20, 20, 20])
    expect(ranges[0]).toEqual({ startTime: 2, endTime: 10 })
  })

  it('is computed quickly from thousands of parts', () => {
    const parts = Array.from({ length: 5_000 }, (_, nth): Pair => [nth * 5, nth * 5 + 1 + (nth % 7) / 10])
    expect(keepRanges([{ startTime: 0, endTime: 25_000 }], rangesOf(parts)).ranges).toHaveLength(MAX_CLIP_RANGES)
  })
})
