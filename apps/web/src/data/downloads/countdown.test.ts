import { describe, expect, it } from 'vitest'
import { formatCountdown, millisecondsUntilChange } from './countdown.ts'

const MINUTE_MILLISECONDS = 60_000
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS

describe('a countdown', () => {
  it('is in hours and minutes, then minutes, then seconds, and never below zero', () => {
    expect(
      [
        24 * HOUR_MILLISECONDS,
        23 * HOUR_MILLISECONDS + 59 * MINUTE_MILLISECONDS,
        HOUR_MILLISECONDS,
        46 * MINUTE_MILLISECONDS,
        MINUTE_MILLISECONDS + 1,
        MINUTE_MILLISECONDS,
        1500,
        0,
      ].map(formatCountdown),
    ).toEqual(['24 h', '23 h 59 min', '1 h', '46 min', '2 min', '60 s', '2 s', '0 s'])
    expect(formatCountdown(-5000)).toBe('0 s')
  })

  it('changes with its text: each minute at first, each second in the last minute', () => {
    expect(millisecondsUntilChange(3 * HOUR_MILLISECONDS + 17_000)).toBe(17_000)
    expect(millisecondsUntilChange(3 * HOUR_MILLISECONDS)).toBe(MINUTE_MILLISECONDS)
    expect(millisecondsUntilChange(MINUTE_MILLISECONDS + 1)).toBe(1)
    expect(millisecondsUntilChange(MINUTE_MILLISECONDS)).toBe(1000)
    expect(millisecondsUntilChange(2300)).toBe(300)
    for (let leftMs = 3 * HOUR_MILLISECONDS; leftMs > 0; leftMs -= millisecondsUntilChange(leftMs)) {
      expect(formatCountdown(leftMs)).not.toBe(formatCountdown(leftMs - millisecondsUntilChange(leftMs)))
    }
  })
})
