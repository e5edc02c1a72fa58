import { describe, expect, it } from 'vitest'
import { widenToSilence, wordsWithin } from './spoken-range.ts'

const PEAKS_PER_SECOND = 25
/** Ten seconds of noise at one loudness, with parts at other loudnesses. */
function audio(everywhere: number, ...parts: [fromSeconds: number, toSeconds: number, loudness: number][]) {
  const peaks = new Float32Array(10 * PEAKS_PER_SECOND).fill(everywhere)
  for (const [from, to, loudness] of parts) peaks.fill(loudness, from * PEAKS_PER_SECOND, to * PEAKS_PER_SECOND)
  return { peaks, peaksPerSecond: PEAKS_PER_SECOND }
}
const range = (startTime: number, endTime: number) => ({ startTime, endTime })

describe('the range of spoken words', () => {
  it('moves each end out into the nearest silence', () => {
    const speech = audio(0, [3.8, 5.2, 70])
    expect(widenToSilence(range(4, 5), speech, 10)).toEqual(range(3.78, 5.22))
  })

  it('stays where it is in silence, and never moves inward', () => {
    const speech = audio(0, [4.4, 4.6, 70])
    expect(widenToSilence(range(4, 5), speech, 10)).toEqual(range(3.98, 5.02))
    expect(widenToSilence(range(3.97, 5.03), speech, 10)).toEqual(range(3.97, 5.03))
    for (let milliseconds = 3000; milliseconds < 4400; milliseconds += 7) {
      const word = range(milliseconds / 1000, milliseconds / 1000 + 1)
      const widenedRange = widenToSilence(word, speech, 10)
      const [startShift, endShift] = [word.startTime - widenedRange.startTime, widenedRange.endTime - word.endTime]
      expect(Math.min(startShift, endShift)).toBeGreaterThanOrEqual(-1e-9)
      expect(Math.max(startShift, endShift)).toBeLessThanOrEqual(0.251)
    }
  })

  it('treats audio that is much quieter than the speech as silence, at any recording level', () => {
    expect(widenToSilence(range(4, 5), audio(5, [3.88, 5.12, 60]), 10)).toEqual(range(3.86, 5.14))
    expect(widenToSilence(range(4, 5), audio(0.5, [3.88, 5.12, 6]), 10)).toEqual(range(3.86, 5.14))
  })

  it('does not stop in the closure of a consonant', () => {
    const word = audio(0, [3.8, 5, 70], [3.92, 3.96, 0])
    expect(widenToSilence(range(4, 5), word, 10).startTime).toBe(3.78)
  })

  it('moves by a short margin if no silence is near or the loudness is unknown', () => {
    expect(widenToSilence(range(4, 5), audio(70), 10)).toEqual(range(3.94, 5.06))
    expect(widenToSilence(range(4, 5), audio(0, [3.7, 5.3, 70]), 10)).toEqual(range(3.94, 5.06))
    expect(widenToSilence(range(4, 5), audio(Number.NaN), 10)).toEqual(range(3.94, 5.06))
    expect(widenToSilence(range(4, 5), null, 10)).toEqual(range(3.94, 5.06))
  })

  it('stays inside the video, rounded outward to the millisecond', () => {
    expect(widenToSilence(range(0.01, 9.99), null, 10)).toEqual(range(0, 10))
    expect(widenToSilence(range(0, 10), audio(0), 10)).toEqual(range(0, 10))
    expect(widenToSilence(range(4.00051, 5.00051), null, 10)).toEqual(range(3.94, 5.061))
  })
})

describe('the words in a range', () => {
  const words = [
    range(0, 1),
    range(1, 2),
    range(2, 3),
    range(5, 6),
    // Two people speak at once.
    range(7, 9),
    range(7.2, 7.6),
    range(9, 10),
  ].map((times, index) => ({ ...times, text: `w${index}`, cue: 0 }))
  const wordsIn = (startTime: number, endTime: number) => wordsWithin(words, range(startTime, endTime))

  it('are those with more than half of their time in it', () => {
    expect(wordsIn(1, 3)).toEqual({ first: 1, last: 2 })
    expect(wordsIn(0.94, 3.06)).toEqual({ first: 1, last: 2 })
    expect(wordsIn(0.4, 5.6)).toEqual({ first: 0, last: 3 })
    expect(wordsIn(0, 10)).toEqual({ first: 0, last: 6 })
  })

  it('are absent in a pause', () => {
    expect(wordsIn(3, 5)).toBeNull()
    expect(wordsIn(3.2, 5.4)).toBeNull()
    expect(wordsWithin([], range(0, 1))).toBeNull()
  })

  it('include the last of simultaneous words', () => {
    expect(wordsIn(6.5, 8.5)).toEqual({ first: 4, last: 5 })
  })
})
