import { describe, expect, it } from 'vitest'
import { steadyTimes } from './steady-times.ts'

const PACKET_SECONDS = 0.02

/** Start times of placed packets of 20 ms, for timestamps (`stamps`) in milliseconds. */
async function startTimesOf(stamps: readonly (number | null)[]): Promise<number[]> {
  async function* audio() {
    for (const stamp of stamps) {
      yield { timestampSeconds: stamp === null ? null : stamp / 1000, durationSeconds: PACKET_SECONDS }
    }
  }
  const starts: number[] = []
  for await (const { startTime } of steadyTimes(audio())) starts.push(Math.round(startTime * 1e5) / 100)
  return starts
}

const evenStamps = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + 20 * index)

describe('neighbouring audio packets', () => {
  it('leave no gap even if their timestamps jitter', async () => {
    const jitter = [0, 3, -4, 0, 9, -2, 5, 0, 1, -6, 0, 2]
    expect(await startTimesOf(evenStamps(12).map((stamp, index) => stamp + jitter[index]!))).toEqual(evenStamps(12))
  })

  it('lose the rounding of their container', async () => {
    // The packets start at 0.5 ms and last 20 ms. Their timestamps are rounded up or down to a millisecond.
    const [first] = await startTimesOf([0, 21, 40, 61, 80, 101, 120, 141])
    expect(first).toBe(0.5)
  })

  it('keep a gap, however short, where a packet is missing', async () => {
    expect(await startTimesOf([...evenStamps(10), ...evenStamps(10, 205)])).toEqual([
      ...evenStamps(10),
      ...evenStamps(10, 205),
    ])
    expect(await startTimesOf([...evenStamps(10), ...evenStamps(10, 220)])).toEqual([
      ...evenStamps(10),
      ...evenStamps(10, 220),
    ])
  })

  it('follow jumps of their timestamps, even back, and continue without timestamps', async () => {
    expect(await startTimesOf([...evenStamps(3), 500, 520, null, 560])).toEqual([...evenStamps(3), 500, 520, 540, 560])
    expect(await startTimesOf([...evenStamps(3, 400), ...evenStamps(3)])).toEqual([
      ...evenStamps(3, 400),
      ...evenStamps(3),
    ])
    expect(await startTimesOf([null, null])).toEqual([0, 20])
  })
})
