import { describe, expect, it } from 'vitest'
import { readFrameStart } from './frame-start.ts'
import { joinLengthPrefixed } from './nal-units.ts'

const delimiter = Uint8Array.of(0x09, 0xf0)
/** An SEI message with 20 bytes of user data, where encoders write their name. */
const signature = Uint8Array.of(0x06, 5, 20, ...new Array(20).fill(7), 0x80)
/** recovery_frame_cnt as Exp-Golomb, then three flags. */
const recoveryAtOnce = Uint8Array.of(0x06, 6, 1, 0b1_1_0_00_100, 0x80)
const recoveryAfterFive = Uint8Array.of(0x06, 6, 1, 0b00110_1_0_0, 0x80)
const idr = Uint8Array.of(0x65, 0x88, 2, 3)
/** First macroblock 0 ("1"), then the slice type: 7 is "0001000", 5 is "00110", 6 is "00111". */
const intraSlice = Uint8Array.of(0x61, 0b1_0001000, 9, 9, 9, 9, 9, 9)
const predictedSlice = Uint8Array.of(0x41, 0b1_00110_00, 9, 9, 9, 9, 9, 9)
const bidirectional = Uint8Array.of(0x01, 0b1_00111_00, 9, 9, 9, 9, 9, 9)

describe('a start for decoding H.264', () => {
  it.each([1, 2, 4])('is found after delimiters and SEI messages, with %i-byte lengths', (lengthBytes) => {
    const startOf = (...nals: Uint8Array[]) => readFrameStart(joinLengthPrefixed(nals, lengthBytes), lengthBytes)
    expect(startOf(delimiter, signature, idr)).toEqual({ isIdr: true, recoversAfter: 0 })
    expect(startOf(delimiter, signature, recoveryAtOnce, predictedSlice)).toEqual({ isIdr: false, recoversAfter: 0 })
    expect(startOf(recoveryAfterFive, predictedSlice)).toEqual({ isIdr: false, recoversAfter: 5 })
    expect(startOf(delimiter, intraSlice)).toEqual({ isIdr: false, recoversAfter: 0 })
    expect(startOf(delimiter, predictedSlice)).toBe('no start')
    expect(startOf(signature, bidirectional)).toBe('no start')
  })

  it('is read from only the first bytes of a frame', () => {
    const sample = joinLengthPrefixed([delimiter, idr], 4)
    expect(readFrameStart(sample.subarray(0, 12), 4)).toEqual({ isIdr: true, recoversAfter: 0 })
    expect(readFrameStart(sample.subarray(0, 6), 4)).toBeNull()
    expect(readFrameStart(joinLengthPrefixed([intraSlice], 4).subarray(0, 6), 4)).toBeNull()
  })

  it('is unknown if the bytes end in the middle of an SEI message', () => {
    expect(readFrameStart(joinLengthPrefixed([signature, idr], 4).subarray(0, 15), 4)).toBeNull()
  })
})
