import { describe, expect, it } from 'vitest'
import {
  isReferenceSample,
  isWholeSample,
  joinLengthPrefixed,
  lengthPrefixedNals,
  splitByteStream,
  withLengthBytes,
} from './nal-units.ts'

const delimiter = Uint8Array.of(0x09, 0xf0)
const idr = Uint8Array.of(0x65, 1, 2, 3)
const reference = Uint8Array.of(0x41, 1)
const disposableSlice = Uint8Array.of(0x01, 1)

describe('NAL units', () => {
  it('are split at three-byte and four-byte start codes', () => {
    const stream = Uint8Array.from([0, 0, 0, 1, ...delimiter, 0, 0, 1, ...idr])
    expect(splitByteStream(stream).map((nal) => Uint8Array.from(nal))).toEqual([delimiter, idr])
  })

  it('survive a round trip with each length size', () => {
    for (const lengthBytes of [1, 2, 4]) {
      const sample = joinLengthPrefixed([delimiter, idr], lengthBytes)
      expect([...lengthPrefixedNals(sample, lengthBytes)].map((nal) => [...nal])).toEqual([[...delimiter], [...idr]])
    }
  })

  it('do not change with another length size', () => {
    const twoByteLengths = joinLengthPrefixed([delimiter, idr], 2)
    expect([...withLengthBytes(twoByteLengths, 2, 4)]).toEqual([...joinLengthPrefixed([delimiter, idr], 4)])
    expect(withLengthBytes(twoByteLengths, 2, 2)).toBe(twoByteLengths)
  })

  it('show which frames are references', () => {
    expect(isReferenceSample(joinLengthPrefixed([reference], 4), 4)).toBe(true)
    expect(isReferenceSample(joinLengthPrefixed([disposableSlice], 4), 4)).toBe(false)
    expect(isReferenceSample(joinLengthPrefixed([disposableSlice, reference], 4), 4)).toBe(true)
    expect(isReferenceSample(joinLengthPrefixed([delimiter], 4), 4)).toBe(true)
  })
})

const sample = joinLengthPrefixed([Uint8Array.of(0x06, 1, 2), Uint8Array.of(0x65, 3, 4, 5)], 4)

describe('a sample of H.264', () => {
  it('is complete if its NAL units fill it', () => {
    expect(isWholeSample(sample, 4)).toBe(true)
    expect(isWholeSample(joinLengthPrefixed([Uint8Array.of(0x41, 9)], 2), 2)).toBe(true)
  })

  it.each([
    ['cut off', sample.subarray(0, -1)],
    ['followed by something else', Buffer.concat([sample, Buffer.of(1)])],
    ['overwritten', Buffer.alloc(sample.length, 0xff)],
    ['emptied', Buffer.alloc(sample.length)],
    ['read one byte too late', sample.subarray(1)],
  ])('is incomplete if it is %s', (_how, bytes) => {
    expect(isWholeSample(bytes, 4)).toBe(false)
  })
})
