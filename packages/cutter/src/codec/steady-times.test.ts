import { describe, expect, it } from 'vitest'
import { steadyTimes } from './steady-times.ts'

const PACKET_SECONDS = 0.02

/** Where packets of 20 ms are placed, in milliseconds, by stamps in milliseconds. */
async function placed(stamps: readonly (number | null)[]): Promise<number[]> {
  async function* audio() {
    for (const stamp of stamps) {
      yield { stampSeconds: stamp === null ? null : stamp / 1000, durationSeconds: PACKET_SECONDS }
    }
  }
  const starts: number[] = []
  for await (const { startTime } of steadyTimes(audio())) starts.push(Math.round(startTime * 1e5) / 100)
  return starts
}

const even = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + 20 * index)

describe('neighbouring audio packets', () => {
  it('leave no gap even if their timestamps jitter', async () => {
    const tremor = [0, 3, -4, 0, 9, -2, 5, 0, 1, -6, 0, 2]
    expect(await placed(even(12).map((stamp, index) => stamp + tremor[index]!))).toEqual(even(12))
  })

  it('are placed without the rounding of their container', async () => {
    // Packets of 20 ms from 0.5 ms on, each stamp rounded to a millisecond one way or the other.
    const [first] = await placed([0, 21, 40, 61, 80, 101, 120, 141])
    expect(first).toBe(0.5)
  })

  it('leave a hole where a packet is missing, however short', async () => {
    expect(await placed([...even(10), ...even(10, 205)])).toEqual([...even(10), ...even(10, 205)])
    expect(await placed([...even(10), ...even(10, 220)])).toEqual([...even(10), ...even(10, 220)])
  })

  it('jump with their stamps, back too, and follow those that have none', async () => {
    expect(await placed([...even(3), 500, 520, null, 560])).toEqual([...even(3), 500, 520, 540, 560])
    expect(await placed([...even(3, 400), ...even(3)])).toEqual([...even(3, 400), ...even(3)])
    expect(await placed([null, null])).toEqual([0, 20])
  })
})
