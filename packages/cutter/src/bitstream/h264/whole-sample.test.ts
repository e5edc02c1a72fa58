import { describe, expect, it } from 'vitest'
import { isWholeSample, joinLengthPrefixed } from './nal-units.ts'

const sample = joinLengthPrefixed([Uint8Array.of(0x06, 1, 2), Uint8Array.of(0x65, 3, 4, 5)], 4)

describe('a sample of H.264', () => {
  it('is whole when its NAL units fill it', () => {
    expect(isWholeSample(sample, 4)).toBe(true)
    expect(isWholeSample(joinLengthPrefixed([Uint8Array.of(0x41, 9)], 2), 2)).toBe(true)
  })

  it.each([
    ['cut off', sample.subarray(0, -1)],
    ['followed by something else', Buffer.concat([sample, Buffer.of(1)])],
    ['overwritten', Buffer.alloc(sample.length, 0xff)],
    ['emptied', Buffer.alloc(sample.length)],
    ['that of a neighbour, read a byte too late', sample.subarray(1)],
  ])('is not whole when it is %s', (_how, bytes) => {
    expect(isWholeSample(bytes, 4)).toBe(false)
  })
})
