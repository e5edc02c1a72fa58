import { describe, expect, it } from 'vitest'
import { drawWaveform, loudest } from './draw-waveform.ts'

const PEAKS = [0, 10, 20, 90, 5, 0]

describe('the waveform below the thumbnails', () => {
  it('shows the highest peak of each bar, as long as it lasts', () => {
    expect(loudest(PEAKS, 0, 4)).toBe(90)
    expect(loudest(PEAKS, 4, 6)).toBe(5)
    expect(loudest(PEAKS, 3.2, 3.4)).toBe(90)
    expect(loudest(PEAKS, 50, 60)).toBe(0)
  })

  it('has bars that stay at their times when the window moves', () => {
    const placesOfBars = (fromSeconds: number): number[] => {
      const places: number[] = []
      const context = { fillStyle: '', fillRect: (x: number) => places.push(x) } as unknown as CanvasRenderingContext2D
      const layout = { view: { fromSeconds, toSeconds: fromSeconds + 10 }, widthPx: 300, padPx: 0 }
      const waveform = { peaks: Array.from({ length: 1000 }, () => 50), peaksPerSecond: 10 }
      const bars = drawWaveform(context, layout, waveform, {
        fromX: 0,
        toX: 300,
        topPx: 0,
        heightPx: 30,
        colour: '#fff',
      })
      expect(bars).toBe(places.length)
      return places
    }
    const still = placesOfBars(0)
    expect(still).toHaveLength(100)
    // A tenth of a second is three pixels here: one bar.
    expect(placesOfBars(0.1).slice(0, 5)).toEqual(still.slice(0, 5))
  })
})
