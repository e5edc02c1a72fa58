import { describe, expect, it } from 'vitest'
import {
  areSameRanges,
  decideTrim,
  hullOf,
  MIN_DRAG_SECONDS,
  moveEnd,
  nearerEnd,
  openingRange,
  rangesSeconds,
} from './time-range.ts'

describe('a trim', () => {
  it('may be from a second to the whole video, rounded to the millisecond', () => {
    expect(decideTrim(0, 1, 30)).toEqual({ allowed: true, range: { startTime: 0, endTime: 1 } })
    expect(decideTrim(0, 30, 30)).toEqual({ allowed: true, range: { startTime: 0, endTime: 30 } })
    expect(decideTrim(1.23449, 5.6789999, 30)).toEqual({
      allowed: true,
      range: { startTime: 1.234, endTime: 5.679 },
    })
    expect(decideTrim(0, 0.5, 0.5).allowed).toBe(true)
  })

  it.each([
    [-0.001, 5, 'outside_video'],
    [0, 30.001, 'outside_video'],
    [5, 5, 'end_before_start'],
    [6, 5, 'end_before_start'],
    [5, 5.999, 'too_short'],
    [Number.NaN, 5, 'not_a_time'],
    [0, Number.POSITIVE_INFINITY, 'not_a_time'],
  ] as const)('from %d to %d is refused: %s', (start, end, reason) => {
    expect(decideTrim(start, end, 30)).toEqual({ allowed: false, reason })
  })
})

it('a new video opens with the range of its link, as far as possible', () => {
  expect(openingRange(100, { startTime: 10, endTime: 20 })).toEqual({ startTime: 10, endTime: 20 })
  expect(openingRange(100, { startTime: 10 })).toEqual({ startTime: 10, endTime: 100 })
  expect(openingRange(100, { startTime: 200 })).toEqual({ startTime: 0, endTime: 100 })
  expect(openingRange(100, { startTime: 20, endTime: 10 })).toEqual({ startTime: 0, endTime: 100 })
  expect(openingRange(100, { startTime: 10, endTime: 500 })).toEqual({ startTime: 10, endTime: 100 })
})

describe('moving an end', () => {
  const range = { startTime: 10, endTime: 20 }

  it('keeps it inside the video, and a click moves the nearer end', () => {
    expect(moveEnd(range, 'start', -3, 30, MIN_DRAG_SECONDS).startTime).toBe(0)
    expect(moveEnd(range, 'end', 99, 30, MIN_DRAG_SECONDS).endTime).toBe(30)
    expect(nearerEnd(range, 2)).toBe('start')
    expect(nearerEnd(range, 14.9)).toBe('start')
    expect(nearerEnd(range, 15.1)).toBe('end')
    expect(nearerEnd(range, 29)).toBe('end')
  })
})

describe('several ranges', () => {
  const range = (startTime: number, endTime: number) => ({ startTime, endTime })
  const [A, B, C] = [range(10, 20), range(30, 42), range(5, 7.5)]

  it('have the sum of their lengths, and lie between the earliest start and the latest end', () => {
    expect(rangesSeconds([A, B, C])).toBe(24.5)
    expect(rangesSeconds([range(0, 0.1), range(0, 0.2)])).toBe(0.3)
    expect(hullOf([A, B, C])).toEqual(range(5, 42))
  })

  it('are equal only in the same order', () => {
    expect(areSameRanges([A, B], [range(10, 20), range(30, 42)])).toBe(true)
    expect(areSameRanges([A, B], [B, A])).toBe(false)
    expect(areSameRanges([A], [A, B])).toBe(false)
  })
})
