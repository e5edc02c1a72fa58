import { describe, expect, it } from 'vitest'
import type { AudioBlock } from '../codec/decode-audio.ts'
import { framesOf } from './audio-frames.ts'

function block(startSample: number, ...samples: number[]): AudioBlock {
  return { startSample, channels: [Float32Array.from(samples)] }
}

async function frames(blocks: AudioBlock[], from: number, to: number): Promise<number[][]> {
  async function* each() {
    yield* blocks
  }
  const collected: number[][] = []
  for await (const [samples] of framesOf(each(), 1, from, to, 4)) collected.push([...samples!])
  return collected
}

describe('framesOf', () => {
  it('cuts audio to the sample and fills up the last frame with silence', async () => {
    expect(await frames([block(0, 1, 2, 3, 4), block(4, 5, 6, 7, 8)], 2, 8)).toEqual([
      [3, 4, 5, 6],
      [7, 8, 0, 0],
    ])
  })

  it('is silent where the source has not begun yet, and in its holes', async () => {
    expect(await frames([block(2, 3), block(5, 6)], 0, 8)).toEqual([
      [0, 0, 3, 0],
      [0, 6, 0, 0],
    ])
  })

  it('gives nothing of what lies before the range or behind it', async () => {
    expect(await frames([block(0, 1, 1, 1, 1), block(4, 2, 2, 9, 9)], 4, 6)).toEqual([[2, 2, 0, 0]])
  })

  it('ends where the source ends', async () => {
    expect(await frames([block(0, 1, 2)], 0, 100)).toEqual([[1, 2, 0, 0]])
  })

  it('gives nothing for a range without audio', async () => {
    expect(await frames([block(0, 1, 2)], 50, 100)).toEqual([])
  })
})
