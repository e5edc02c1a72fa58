import { expect, it } from 'vitest'
import type { Samples } from '../../audio-codecs.ts'
import { resampler } from './resampler.ts'

const SECONDS = 0.5
const HERTZ = 997

const sineAt = (sample: number, rate: number): number => 0.5 * Math.sin((2 * Math.PI * HERTZ * sample) / rate)

function resampled(inputRate: number, outputRate: number, blockSamples: number): Float32Array {
  const input = Float32Array.from({ length: inputRate * SECONDS }, (_, sample) => sineAt(sample, inputRate))
  const { resample, flush } = resampler(inputRate, outputRate, 1)
  const blocks: Samples[] = []
  for (let at = 0; at < input.length; at += blockSamples) blocks.push(resample([input.subarray(at, at + blockSamples)]))
  blocks.push(flush())
  return Float32Array.from(blocks.flatMap(([plane]) => [...plane!]))
}

it.each([
  [44_100, 48_000],
  [48_000, 44_100],
  [24_000, 48_000],
  [96_000, 48_000],
  [11_025, 48_000],
  [44_056, 48_000],
])('audio of %i Hz becomes the same audio at %i Hz, sample by sample', (inputRate, outputRate) => {
  const output = resampled(inputRate, outputRate, 1024)
  expect(output).toHaveLength(Math.round((Math.floor(inputRate * SECONDS) * outputRate) / inputRate))
  // The filter sees silence beyond both ends.
  for (let sample = 1000; sample < output.length - 1000; sample++)
    expect(Math.abs(output[sample]! - sineAt(sample, outputRate))).toBeLessThan(1e-4)
})

it('the size of blocks changes nothing', () => {
  expect(resampled(44_100, 48_000, 37)).toEqual(resampled(44_100, 48_000, 22_050))
})
