import type { Samples } from './audio-codecs.ts'

/**
 * Converts samples to signed little-endian integers, interleaved. Integers of the same bit depth come back exactly,
 * because floats hold 24 bits. Values above full scale are clipped.
 * @param bytes size of each sample in bytes, if it is more than the bits need; the bits are then the highest ones
 */
export function integerSamples(
  samples: Samples,
  { bits, bytes = bits / 8 }: { bits: 16 | 24; bytes?: number },
): Uint8Array<ArrayBuffer> {
  const channels = samples.length
  const length = samples[0]!.length
  const scale = 2 ** (bits - 1)
  const shift = 8 * bytes - bits
  const integers = new Uint8Array(length * channels * bytes)
  for (const [channel, plane] of samples.entries()) {
    let at = channel * bytes
    for (let index = 0; index < length; index++) {
      const value = Math.max(-scale, Math.min(scale - 1, Math.round(plane[index]! * scale))) << shift
      for (let byte = 0; byte < bytes; byte++) integers[at + byte] = value >> (8 * byte)
      at += channels * bytes
    }
  }
  return integers
}
