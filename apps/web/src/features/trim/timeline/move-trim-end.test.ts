import { describe, expect, it } from 'vitest'
import { isStoppedShort, moveTrimEnd } from './move-trim-end.ts'

const RANGE = { startTime: 10, endTime: 40 }

describe('moving one end of the range', () => {
  it('leaves five seconds for drags and clicks, one second for typing, nudges and keys', () => {
    expect(moveTrimEnd(RANGE, 'start', 39, 100, 'drag')).toEqual({ startTime: 35, endTime: 40 })
    expect(moveTrimEnd(RANGE, 'end', 0, 100, 'click')).toEqual({ startTime: 10, endTime: 15 })
    for (const by of ['typed', 'nudge', 'key'] as const)
      expect(moveTrimEnd(RANGE, 'start', 39.9, 100, by).startTime).toBe(39)
  })

  it('moves the end along if a start is typed after it, with the same length if possible', () => {
    const typeStart = (seconds: number) => moveTrimEnd(RANGE, 'start', seconds, 100, 'typed')
    expect(typeStart(50)).toEqual({ startTime: 50, endTime: 80 })
    expect(typeStart(40)).toEqual({ startTime: 40, endTime: 70 })
    expect(typeStart(90)).toEqual({ startTime: 90, endTime: 100 })
    expect(typeStart(500)).toEqual({ startTime: 99, endTime: 100 })
    expect(moveTrimEnd(RANGE, 'start', 50, 100, 'nudge')).toEqual({ startTime: 39, endTime: 40 })
  })

  it('leaves a short typed range unchanged if a handle is only touched', () => {
    const shortRange = { startTime: 10, endTime: 12 }
    expect(moveTrimEnd(shortRange, 'start', 10, 100, 'drag')).toEqual(shortRange)
    expect(moveTrimEnd(shortRange, 'start', 11, 100, 'drag')).toEqual(shortRange)
  })
})

it('a drag below the minimum length is reported, and one near it is not', () => {
  const shortRange = { startTime: 10, endTime: 15 }
  expect(isStoppedShort(shortRange, 'start', 12)).toBe(true)
  expect(isStoppedShort(shortRange, 'end', 11)).toBe(true)
  expect(isStoppedShort(shortRange, 'start', 10.05)).toBe(false)
  expect(isStoppedShort({ startTime: 10, endTime: 20 }, 'start', 12)).toBe(false)
})
