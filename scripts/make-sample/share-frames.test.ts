import { describe, expect, it } from 'vitest'
import { shareFrames } from './share-frames.ts'

function countingFrames() {
  const made: number[] = []
  const freed: number[] = []
  const make = async (number: number) => {
    made.push(number)
    return { number, free: () => freed.push(number) }
  }
  return { made, freed, make }
}

async function walk(frames: AsyncIterable<{ number: number }>): Promise<number[]> {
  const numbers: number[] = []
  for await (const { number } of frames) numbers.push(number)
  return numbers
}

describe('shareFrames', () => {
  it('gives every reader every frame in order, though each is made and freed once', async () => {
    const { made, freed, make } = countingFrames()
    const everyNumber = Array.from({ length: 50 }, (_, index) => index)
    const walks = await Promise.all(shareFrames(make, 50, 3).map(walk))
    expect(walks).toEqual([everyNumber, everyNumber, everyNumber])
    expect(made).toEqual(everyNumber)
    expect(freed).toEqual(everyNumber)
  })

  it('frees no frame that a slower reader still needs, and makes no more than a few ahead of it', async () => {
    const { made, freed, make } = countingFrames()
    const [fast, slow] = shareFrames(make, 50, 2)
    const fastWalk = walk(fast!)
    await slow!.next()
    await new Promise((resolve) => setImmediate(resolve))
    expect(freed).toEqual([])
    expect(made.length).toBeLessThan(15)
    await walk(slow!)
    expect(await fastWalk).toHaveLength(50)
    expect(freed).toHaveLength(50)
  })
})
