import { describe, expect, it } from 'vitest'
import { longSilences } from './long-silences.ts'

/** Loudness of ten peaks a second: 60 everywhere, but in these parts. */
function loudnessOf(seconds: number, ...parts: [from: number, to: number, peak: number][]) {
  const peaks = Array.from({ length: seconds * 10 }, () => 60)
  for (const [from, to, peak] of parts) peaks.fill(peak, from * 10, to * 10)
  return { peaks, peaksPerSecond: 10 }
}
const WHOLE_RANGE = { startTime: 0, endTime: 30 }
const silencesOf = (loudness: ReturnType<typeof loudnessOf>, range = WHOLE_RANGE, minSeconds = 1) =>
  longSilences(loudness, range, minSeconds).map(({ startTime, endTime }) => [startTime, endTime])

describe('long silences', () => {
  it('leave a margin beside the words', () => {
    expect(silencesOf(loudnessOf(30, [5, 8, 0], [10, 12, 3]))).toEqual([
      [5.15, 7.85],
      [10.15, 11.85],
    ])
  })

  it('are at least as long as requested', () => {
    const loudness = loudnessOf(30, [5, 8, 0], [10, 12, 0])
    expect(silencesOf(loudness, WHOLE_RANGE, 2.5)).toEqual([[5.15, 7.85]])
    expect(silencesOf(loudness, WHOLE_RANGE, 5)).toEqual([])
  })

  it('at the ends of the range include the end itself', () => {
    expect(silencesOf(loudnessOf(30, [0, 4, 0], [26, 30, 0]))).toEqual([
      [0, 3.85],
      [26.15, 30],
    ])
    expect(silencesOf(loudnessOf(30, [5, 10, 0]), { startTime: 7, endTime: 30 })).toEqual([[7, 9.85]])
  })

  it('are those of the range, relative to its own loudness', () => {
    expect(silencesOf(loudnessOf(30, [0, 10, 1], [2, 5, 0]), { startTime: 0, endTime: 10 })).toEqual([[2.15, 4.85]])
  })

  it('are absent if the loudness is unknown, or nothing is loud', () => {
    expect(silencesOf(loudnessOf(30, [5, 8, Number.NaN]))).toEqual([])
    expect(silencesOf(loudnessOf(30, [0, 30, 0]))).toEqual([])
    expect(silencesOf(loudnessOf(0))).toEqual([])
  })
})
