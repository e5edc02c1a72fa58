import { describe, expect, it } from 'vitest'
import { SizeSteering } from './size-steering.ts'

const FRAME_RATE = 25
const GROUP = 50
const DELAY = 12

/** An encoder that needs so many bytes at quality 20, of a source with a keyframe every two seconds. */
function encode(seconds: number, share: number, needed: (frame: number) => number, sourceBytes = 1000) {
  const frames = seconds * FRAME_RATE
  const steering = new SizeSteering(share, { timescale: FRAME_RATE, endTick: frames }, 20)
  const sizeOf = (frame: number) => (frame % GROUP === 0 ? 8 : 1)
  const qualities: number[] = []
  const waiting: { frame: number; quality: number }[] = []
  let wanted = 0
  let spent = 0
  const give = () => {
    const next = waiting.shift()
    if (!next) return
    const bytes = sizeOf(next.frame) * needed(next.frame) * 2 ** ((20 - next.quality) / 6)
    spent += bytes
    steering.encoded(next.frame, bytes)
  }
  for (let frame = 0; frame < frames; frame++) {
    steering.read(frame, sizeOf(frame) * sourceBytes)
    wanted += sizeOf(frame) * sourceBytes * share
    if (frame === 0) steering.tried(sizeOf(0) * needed(0), 20)
    steering.asked(frame)
    qualities.push(steering.quality)
    waiting.push({ frame, quality: steering.quality })
    if (waiting.length > DELAY) give()
  }
  while (waiting.length > 0) give()
  return { ratio: spent / wanted, qualities }
}

describe('the quality of an encoder', () => {
  it.each([
    ['as many bytes as there are', 1000],
    ['three times as many', 3000],
    ['a third of them', 333],
  ])('comes out at the share that was asked for where it needs %s', (_, bytes) => {
    expect(Math.abs(encode(2, 1, () => bytes).ratio - 1)).toBeLessThan(0.3)
    expect(Math.abs(encode(10, 1, () => bytes).ratio - 1)).toBeLessThan(0.1)
    expect(Math.abs(encode(10, 0.7, () => bytes).ratio - 1)).toBeLessThan(0.1)
  })

  it('follows frames that grow harder, without swinging', () => {
    const { ratio, qualities } = encode(20, 1, (frame) => (frame < 250 ? 700 : 2000))
    expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
    const steps = qualities.slice(1).map((quality, index) => Math.abs(quality - qualities[index]!))
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.6 + 1e-9)
  })

  it('stays within what can be looked at and what can be told apart', () => {
    for (const needed of [1, 1_000_000]) {
      const { qualities } = encode(10, 1, () => needed)
      expect(Math.min(...qualities)).toBeGreaterThanOrEqual(11)
      expect(Math.max(...qualities)).toBeLessThanOrEqual(33)
    }
  })

  it('is left alone where the source tells nothing', () => {
    const { qualities } = encode(2, 1, () => 1000, 0)
    expect(new Set(qualities)).toEqual(new Set([20]))
  })
})
