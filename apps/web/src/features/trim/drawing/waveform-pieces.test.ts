import type { Waveform } from '@kerf/contract/video'
import { describe, expect, it } from 'vitest'
import type { Peaks } from './draw-waveform.ts'
import { openWaveformPieces } from './waveform-pieces.ts'

const view = (fromSeconds: number, toSeconds: number) => ({ fromSeconds, toSeconds })

/** Opens the waveform of a three-hour video with one peak a second. Each peak is the number of its minute. */
function openTestWaveform(
  answer: (from: number, to: number) => Waveform | null | Promise<Waveform | null> = minutesOf,
) {
  const requests: string[] = []
  const waveforms: (Peaks | null)[] = []
  const abortedRequests: string[] = []
  const pieces = openWaveformPieces({
    peaksPerSecond: 1,
    durationSeconds: 10_800,
    onWaveform: (waveform) => waveforms.push(waveform),
    async readSegment({ startTime, endTime }, signal) {
      requests.push(`${startTime}-${endTime}`)
      await new Promise((resolve) => setImmediate(resolve))
      if (signal.aborted) abortedRequests.push(requests.at(-1) ?? '')
      signal.throwIfAborted()
      const abortRejection = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')))
      })
      return Promise.race([abortRejection, answer(startTime, endTime)])
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { pieces, requests, waveforms, abortedRequests, settle }
}

function minutesOf(from: number, to: number) {
  const peaks = Array.from({ length: to - from }, (_, second) => Math.floor((from + second) / 60))
  return { peaksPerSecond: 1, fromSeconds: from, peaks }
}

describe('the waveform of a long video', () => {
  it('is fetched for the visible part, once, and stays', async () => {
    const { pieces, requests, waveforms, settle } = openTestWaveform()
    pieces.show(view(3000, 3060))
    await settle()
    expect(requests).toEqual(['3000-3060'])
    const [waveform] = waveforms
    expect(waveform?.peaks).toHaveLength(10_800)
    expect([waveform?.peaks[2999], waveform?.peaks[3000], waveform?.peaks[3059], waveform?.peaks[3060]]).toEqual([
      Number.NaN,
      100,
      100,
      Number.NaN,
    ])
    pieces.show(view(3010, 3020))
    pieces.show(view(3030, 3090))
    await settle()
    // The loudest known peak sets the scale, and the second request has brought a louder one.
    expect(requests).toEqual(['3000-3060', '3060-3120'])
    expect(waveforms).toHaveLength(2)
    expect(waveforms[1]?.peaks[3000]).toBeCloseTo((100 * 50) / 51)
    expect(waveforms[1]?.peaks[3119]).toBeCloseTo(100)
  })

  it('is not fetched for a part that is too long, and loaded pieces stay', async () => {
    const { pieces, requests, waveforms, settle } = openTestWaveform()
    pieces.show(view(0, 10_800))
    expect([requests, waveforms]).toEqual([[], [null]])
    pieces.show(view(0, 60))
    await settle()
    pieces.show(view(0, 10_800))
    await settle()
    expect(requests).toEqual(['0-60'])
    expect(waveforms.at(-1)?.peaks[30]).toBe(0)
  })

  it('is aborted for parts out of view, and fetched when they come back', async () => {
    const { pieces, requests, abortedRequests, settle } = openTestWaveform()
    pieces.show(view(0, 60))
    pieces.show(view(600, 660))
    await settle()
    expect(abortedRequests).toHaveLength(1)
    pieces.show(view(0, 60))
    await settle()
    expect(requests).toEqual(['0-60', '600-660', '0-60'])
    pieces.show(view(6000, 6060))
    pieces.close()
    await settle()
    expect(abortedRequests).toHaveLength(2)
  })

  it('is drawn where it is loaded, even if later pieces are aborted', async () => {
    const never = new Promise<null>(() => {})
    const { pieces, waveforms, settle } = openTestWaveform((from, to) => (from === 3000 ? minutesOf(from, to) : never))
    pieces.show(view(3030, 3090))
    await settle()
    expect(waveforms).toEqual([])
    pieces.show(view(3000, 3050))
    await settle()
    expect(waveforms[0]?.peaks[3030]).toBe(100)
  })

  it('is left out if unavailable, and not requested repeatedly', async () => {
    const { pieces, requests, waveforms, settle } = openTestWaveform(() => null)
    pieces.show(view(0, 60))
    await settle()
    pieces.show(view(0, 30))
    await settle()
    expect(requests).toEqual(['0-60'])
    expect(waveforms).toEqual([null])
  })
})
