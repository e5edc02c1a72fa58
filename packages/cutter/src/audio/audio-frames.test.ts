import { expect, it } from 'vitest'
import type { AudioBlock } from '../codec/decode-audio.ts'
import { framesOf } from './audio-frames.ts'

function block(startSample: number, ...samples: number[]): AudioBlock {
  return { startSample, channels: [Float32Array.from(samples)] }
}

/** All samples of the range, read in frames of four samples. */
async function frames(blocks: AudioBlock[], from: number, to: number): Promise<number[]> {
  async function* each() {
    yield* blocks
  }
  const collected: number[] = []
  for await (const [samples] of framesOf(each(), 1, from, to, 4)) collected.push(...samples!)
  return collected
}

const eightSamples = [block(0, 1, 2, 3, 4), block(4, 5, 6, 7, 8)]

it.each<[string, AudioBlock[], number, number, number[]]>([
  ['are cut to the sample, the last one filled up with silence', eightSamples, 2, 8, [3, 4, 5, 6, 7, 8, 0, 0]],
  ['are silent before the source begins, and in its gaps', [block(2, 3), block(5, 6)], 0, 8, [0, 0, 3, 0, 0, 6, 0, 0]],
  ['hold nothing before the range or behind it', eightSamples, 4, 6, [5, 6, 0, 0]],
  ['end where the source ends', [block(0, 1, 2)], 0, 100, [1, 2, 0, 0]],
  ['do not exist for a range without audio', [block(0, 1, 2)], 50, 100, []],
])('audio frames %s', async (_, blocks, from, to, expected) => {
  expect(await frames(blocks, from, to)).toEqual(expected)
})
