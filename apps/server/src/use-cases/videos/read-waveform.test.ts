import { describe, expect, it } from 'vitest'
import { joinWaveforms, requestedParts } from './read-waveform.ts'

describe('a requested part of the audio', () => {
  it('is read in pieces that end with the video', () => {
    expect(requestedParts({ from: 7190, to: 7260 }, 7210)).toEqual([
      { startTime: 7140, endTime: 7200 },
      { startTime: 7200, endTime: 7210 },
    ])
    expect(requestedParts({ from: 3600, to: 4500 }, 7210)).toEqual([{ startTime: 3600, endTime: 4500 }])
  })

  it.each([{}, { from: 5 }, { to: 5 }, { from: 7210, to: 7300 }, { from: 0, to: 7210 }, { from: 9, to: 3 }])(
    'does not exist for %j',
    (query) => {
      expect(requestedParts(query, 7210)).toEqual([])
    },
  )

  it('is answered in one piece', () => {
    const piece = (fromSeconds: number, peaks: number[]) => ({ peaksPerSecond: 2, fromSeconds, peaks })
    expect(joinWaveforms([piece(60, [1, 2]), piece(61, [3])])).toEqual(piece(60, [1, 2, 3]))
  })
})
