import { describe, expect, it } from 'vitest'
import { isBeyondEstimated, type Looked, thriftiest } from './thrifty-size.ts'

/** Frames of which a step of quality takes off a share, and so much of how they look. */
function encoder(bytesAtTwenty: number, perStep: number, psnrAtTwenty: number) {
  const asked: number[] = []
  const again = async (quality: number): Promise<Looked> => {
    asked.push(quality)
    return {
      bytes: bytesAtTwenty * perStep ** (20 - quality),
      quality,
      psnr: psnrAtTwenty + 0.7 * (20 - quality),
    }
  }
  return { again, asked }
}

const unsent = (mostBytes: number) => ({ mostBytes, estimatedBytes: null })

describe('frames that are too large for what their clip covers', () => {
  it.each([
    ['a talking head', 1.12, 48],
    ['slides, of which one frame is most', 1.05, 52],
    ['a moving camera', 1.2, 47],
  ])(
    'are made again until they are no larger than they may be, and where that was told, hardly smaller: %s',
    async (_, perStep, psnr) => {
      const { again, asked } = encoder(80_000, perStep, psnr)
      const first = { bytes: 100_000, quality: 20, psnr: 47 }
      const told = (await thriftiest(first, { mostBytes: 60_000, estimatedBytes: 70_000 }, again))!
      expect(told.bytes).toBeLessThanOrEqual(60_000)
      expect(told.bytes).toBeGreaterThan(0.9 * 60_000)
      expect(told.psnr).toBeGreaterThanOrEqual(42)
      expect(asked.length).toBeLessThanOrEqual(4)
      const times = asked.length
      const smaller = (await thriftiest(first, unsent(60_000), again))!
      expect(smaller.bytes).toBeLessThanOrEqual(60_000)
      expect(smaller.psnr).toBeGreaterThanOrEqual(42)
      expect(asked.length - times).toBeLessThanOrEqual(times)
    },
  )

  it('are tried once where they have so few bits that no patience makes them look right', async () => {
    const { again, asked } = encoder(80_000, 1.2, 38)
    await thriftiest({ bytes: 20_000, quality: 30, psnr: 33 }, unsent(18_000), again)
    expect(asked).toHaveLength(1)
  })

  it('come out larger only where encoders round: a finer quality is asked for until they look right', async () => {
    const asked: number[] = []
    const rounded = async (quality: number): Promise<Looked> => {
      asked.push(quality)
      const step = Math.ceil(quality)
      return { bytes: 80_000 * 1.1 ** (20 - step), quality, psnr: 47.2 + 0.7 * (20 - step) }
    }
    const made = (await thriftiest({ bytes: 60_000, quality: 27, psnr: 41.2 }, unsent(120_000), rounded))!
    expect(made.psnr).toBeGreaterThanOrEqual(42)
    expect(new Set(asked.map(Math.ceil)).size).toBe(asked.length)
  })

  it('are the smallest that look like their source where that is still too large', async () => {
    const { again } = encoder(80_000, 1.1, 44)
    const made = (await thriftiest({ bytes: 100_000, quality: 20, psnr: 47 }, unsent(10_000), again))!
    expect(made.psnr).toBeGreaterThanOrEqual(42)
    expect(made.psnr).toBeLessThan(42.5)
  })

  it('stay as they are where patience gains nothing, or nothing looks right', async () => {
    const first = { bytes: 50_000, quality: 20, psnr: 43 }
    expect(await thriftiest(first, unsent(10_000), encoder(80_000, 1.1, 42.2).again)).toBeNull()
    expect(await thriftiest(first, unsent(10_000), encoder(1_000, 1.1, 20).again)).toBeNull()
  })

  it('get the bytes that they may have where they do not look right', async () => {
    const first = { bytes: 30_000, quality: 34, psnr: 37 }
    const made = (await thriftiest(first, unsent(60_000), encoder(80_000, 1.1, 48).again))!
    expect(made.bytes).toBeLessThanOrEqual(60_000)
    expect(made.psnr).toBeGreaterThanOrEqual(42)
    // Of a video that has far too few, they look as good as they can.
    const starved = (await thriftiest(first, unsent(20_000), encoder(80_000, 1.1, 48).again))!
    expect(starved.bytes).toBeLessThanOrEqual(30_000)
    expect(starved.psnr).toBeGreaterThan(37)
  })

  it('are made once more, by about the bytes they had, where that is all that they lack', async () => {
    const first = { bytes: 60_000, quality: 27, psnr: 41.2 }
    const { again, asked } = encoder(80_000, 1.1, 47)
    const made = (await thriftiest(first, unsent(120_000), again))!
    expect(asked).toHaveLength(1)
    expect(made.psnr).toBeGreaterThanOrEqual(42)
    expect(made.bytes).toBeLessThan(1.1 * 60_000)
  })

  it('come near to what somebody was told of them, however little they need to look right', async () => {
    const first = { bytes: 49_000, quality: 29.5, psnr: 41.1 }
    const made = (await thriftiest(first, { mostBytes: 52_000, estimatedBytes: 49_000 }, encoder(60_000, 1.1, 49).again))!
    expect(made.bytes / 49_000).toBeGreaterThan(0.88)
    expect(made.bytes).toBeLessThanOrEqual(52_000)
    const beyond = (await thriftiest(first, { mostBytes: 30_000, estimatedBytes: 49_000 }, encoder(60_000, 1.1, 49).again))!
    expect(beyond.bytes).toBeLessThanOrEqual(30_000)
    expect(beyond.bytes).toBeGreaterThan(0.85 * 30_000)
  })

  it('come near to what was told where a hasty encoder makes them larger, though they lack nothing', async () => {
    const first = { bytes: 42_000, quality: 26, psnr: 44 }
    const limits = { mostBytes: 45_000, estimatedBytes: 30_000 }
    expect(isBeyondEstimated(first, 30_000, 2_000)).toBe(true)
    const { again, asked } = encoder(50_000, 1.1, 48)
    const made = (await thriftiest(first, limits, again))!
    expect(made.bytes / 30_000).toBeGreaterThan(0.88)
    expect(made.bytes / 30_000).toBeLessThan(1.12)
    expect(made.psnr).toBeGreaterThanOrEqual(42)
    expect(asked.length).toBeLessThanOrEqual(2)
    // No smaller than looks right, whatever was told.
    const dull = (await thriftiest(first, { ...limits, estimatedBytes: 10_000 }, encoder(50_000, 1.1, 46).again))!
    expect(dull.bytes).toBeLessThan(42_000)
    expect(dull.psnr).toBeGreaterThanOrEqual(42)
    expect(dull.psnr).toBeLessThan(43)
    expect(await thriftiest(first, limits, encoder(90_000, 1.1, 46).again)).toBeNull()
  })

  it('stay as they are where they come near to what was told, or nobody sees by how little they miss it', () => {
    expect(isBeyondEstimated({ bytes: 33_000 }, 30_000, 0)).toBe(false)
    expect(isBeyondEstimated({ bytes: 20_000 }, 30_000, 0)).toBe(false)
    expect(isBeyondEstimated({ bytes: 4_000 }, 3_000, 2_000)).toBe(false)
  })

  it('are made so also where a clip may take nothing at all', async () => {
    const made = await thriftiest(
      { bytes: 50_000, quality: 24, psnr: null },
      unsent(-3_000),
      encoder(40_000, 1.1, 50).again,
    )
    expect(made!.bytes).toBeLessThan(30_000)
  })
})
