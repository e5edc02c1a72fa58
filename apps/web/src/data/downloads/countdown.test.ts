import { describe, expect, it } from 'vitest'
import { countdownWords, millisecondsUntilChange } from './countdown.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a countdown', () => {
  it('is said in hours and minutes, below an hour in minutes, in the last minute in seconds, and never below zero', () => {
    expect(
      [24 * HOUR, 23 * HOUR + 59 * MINUTE, HOUR, 46 * MINUTE, MINUTE + 1, MINUTE, 1500, 0].map(countdownWords),
    ).toEqual(['24 h', '23 h 59 min', '1 h', '46 min', '2 min', '60 s', '2 s', '0 s'])
    expect(countdownWords(-5000)).toBe('0 s')
  })

  it('changes when its words do: each minute while it is far away, each second in the last minute', () => {
    expect(millisecondsUntilChange(3 * HOUR + 17_000)).toBe(17_000)
    expect(millisecondsUntilChange(3 * HOUR)).toBe(MINUTE)
    expect(millisecondsUntilChange(MINUTE + 1)).toBe(1)
    expect(millisecondsUntilChange(MINUTE)).toBe(1000)
    expect(millisecondsUntilChange(2300)).toBe(300)
    for (let leftMs = 3 * HOUR; leftMs > 0; leftMs -= millisecondsUntilChange(leftMs)) {
      expect(countdownWords(leftMs)).not.toBe(countdownWords(leftMs - millisecondsUntilChange(leftMs)))
    }
  })
})
