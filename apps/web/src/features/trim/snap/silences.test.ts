import { describe, expect, it } from 'vitest'
import { nearestSilence } from './silences.ts'

const PEAKS_PER_SECOND = 25
/** Ten seconds of noise with silence from 4 to 5, and a pause of two peaks at 7. */
const peaks = Array.from({ length: 250 }, (_, peak) =>
  (peak >= 100 && peak < 125) || peak === 175 || peak === 176 ? 1 : 60,
)
const nearest = (end: 'start' | 'end', seconds: number, reach = 0.8, of: ArrayLike<number> = peaks) =>
  nearestSilence({ peaks: of, peaksPerSecond: PEAKS_PER_SECOND }, end, seconds, reach)

describe('the nearest silence', () => {
  it('ends just before audio for a start, and begins just after audio for an end', () => {
    expect(nearest('start', 5.3)).toBeCloseTo(4.9, 6)
    expect(nearest('end', 3.6)).toBeCloseTo(4.1, 6)
    expect(nearest('start', 4.6)).toBeCloseTo(4.9, 6)
    expect(nearest('end', 4.6)).toBeCloseTo(4.1, 6)
  })

  it('is within reach, and longer than a pause in a word', () => {
    expect(nearest('start', 3.9, 0.5)).toBeNull()
    expect(nearest('start', 7.1)).toBeNull()
    expect(nearest('end', 7.1)).toBeNull()
  })

  it('is the closer of two', () => {
    const twoSilences = peaks.map((peak, index) => (index >= 140 && index < 150 ? 0 : peak))
    expect(nearest('start', 5.3, 2, twoSilences)).toBeCloseTo(4.9, 6)
    expect(nearest('start', 5.6, 2, twoSilences)).toBeCloseTo(5.9, 6)
  })

  it('is quiet relative to the audio around it, at any level', () => {
    const quietPeaks = peaks.map((peak) => peak / 60)
    expect(nearest('start', 5.3, 0.8, quietPeaks)).toBeCloseTo(4.9, 6)
  })

  it('does not exist in unknown audio', () => {
    expect(nearest('start', 5.3, 2, new Float32Array(250).fill(Number.NaN))).toBeNull()
    expect(nearest('end', 99)).toBeNull()
  })

  it('may last until the end of the video, or from its start', () => {
    const silentEnds = peaks.map((peak, index) => (index < 20 || index > 230 ? 0 : peak))
    expect(nearest('end', 9.3, 1, silentEnds)).toBeCloseTo(9.34, 6)
    expect(nearest('start', 0.5, 1, silentEnds)).toBeCloseTo(0.7, 6)
  })
})
