import { describe, expect, it } from 'vitest'
import { type Made, nearestInSize } from './nearest-size.ts'

const QUALITIES = { finest: 17, coarsest: 26 }

/** Frames of which a step of quality takes off a share. */
function encoder(bytesAtTwenty: number, perStep: number) {
  const asked: number[] = []
  const make = (quality: number): Made => ({ bytes: bytesAtTwenty * perStep ** (20 - quality), quality })
  const again = async (quality: number) => {
    asked.push(quality)
    return make(quality)
  }
  return { make, again, asked }
}

describe('frames whose size misses what people were told', () => {
  it.each([
    ['a talking head', 1.12],
    ['slides, of which one frame is most', 1.06],
    ['a moving camera', 1.2],
  ])('are made again with one quality, until they take it: %s', async (_, perStep) => {
    const { make, again, asked } = encoder(100_000, perStep)
    for (const bytes of [80_000, 115_000]) {
      const made = await nearestInSize(make(20), { bytes, ...QUALITIES }, again)
      expect(Math.abs(made.bytes / bytes - 1)).toBeLessThan(0.06)
    }
    expect(asked.length).toBeLessThanOrEqual(6)
  })

  it('are kept as they are where they come near enough', async () => {
    const { make, again, asked } = encoder(100_000, 1.12)
    const first = make(20)
    expect(await nearestInSize(first, { bytes: 104_000, ...QUALITIES }, again)).toBe(first)
    expect(asked).toEqual([])
  })

  it('look no worse and no better than is right for the sake of a size', async () => {
    const { make, again, asked } = encoder(100_000, 1.1)
    expect((await nearestInSize(make(20), { bytes: 10_000, ...QUALITIES }, again)).quality).toBe(26)
    expect((await nearestInSize(make(20), { bytes: 900_000, ...QUALITIES }, again)).quality).toBe(17)
    // What cannot come nearer is not tried again and again.
    expect(asked).toEqual([26, 17])
  })

  it('are those that came nearest, also where more bits make nothing larger', async () => {
    const again = async (quality: number) => ({ bytes: quality < 20 ? 60_000 : 55_000, quality })
    const first = { bytes: 58_000, quality: 20 }
    const made = await nearestInSize(first, { bytes: 100_000, ...QUALITIES }, again)
    expect(made.bytes).toBe(60_000)
  })
})
