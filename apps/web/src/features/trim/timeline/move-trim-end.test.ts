import { describe, expect, it } from 'vitest'
import { isStoppedShort, moveTrimEnd } from './move-trim-end.ts'

const RANGE = { startTime: 10, endTime: 40 }

describe('moving one end of the range', () => {
  it('leaves five seconds under a drag or a click, one under typing, nudging and keys', () => {
    expect(moveTrimEnd(RANGE, 'start', 39, 100, 'drag')).toEqual({ startTime: 35, endTime: 40 })
    expect(moveTrimEnd(RANGE, 'end', 0, 100, 'click')).toEqual({ startTime: 10, endTime: 15 })
    for (const by of ['typed', 'nudge', 'key'] as const)
      expect(moveTrimEnd(RANGE, 'start', 39.9, 100, by).startTime).toBe(39)
  })

  it('takes the end along when a start is typed behind it, keeping the length as far as the video goes', () => {
    const typeStart = (seconds: number) => moveTrimEnd(RANGE, 'start', seconds, 100, 'typed')
    expect(typeStart(50)).toEqual({ startTime: 50, endTime: 80 })
    expect(typeStart(40)).toEqual({ startTime: 40, endTime: 70 })
    expect(typeStart(90)).toEqual({ startTime: 90, endTime: 100 })
    expect(typeStart(500)).toEqual({ startTime: 99, endTime: 100 })
    expect(moveTrimEnd(RANGE, 'start', 50, 100, 'nudge')).toEqual({ startTime: 39, endTime: 40 })
  })

  it('does not make a short, typed range jump when a handle is merely touched', () => {
    const shortRange = { startTime: 10, endTime: 12 }
    expect(moveTrimEnd(shortRange, 'start', 10, 100, 'drag')).toEqual(shortRange)
    expect(moveTrimEnd(shortRange, 'start', 11, 100, 'drag')).toEqual(shortRange)
  })
})

it('a hand that wants a shorter range than it may have is reported, and one that is merely near the limit is not', () => {
  const shortRange = { startTime: 10, endTime: 15 }
  expect(isStoppedShort(shortRange, 'start', 12)).toBe(true)
  expect(isStoppedShort(shortRange, 'end', 11)).toBe(true)
  expect(isStoppedShort(shortRange, 'start', 10.05)).toBe(false)
  expect(isStoppedShort({ startTime: 10, endTime: 20 }, 'start', 12)).toBe(false)
})
