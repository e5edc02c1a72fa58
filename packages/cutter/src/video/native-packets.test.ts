import { describe, expect, it } from 'vitest'
import { copyableLength, type NativePacketFacts, nativePacketFacts } from './native-packets.ts'

const packets = (...hides: (number | null)[]): NativePacketFacts[] =>
  hides.map((value, index) => ({ isKey: index === 0, isShown: true, hides: value }))

describe('the packets to copy at the end of a range', () => {
  it.each([
    ['nothing is hidden', packets(0, 0, 0), 25, 3],
    ['what was hidden has been shown', packets(0, 2, -1, -1, 0), 64, 5],
    ['something is still to be shown', packets(0, 0, 1, 0), 64, 2],
    ['the time of a hidden frame is unknown', packets(0, null, 0, 0), 25, 1],
    ['a hidden frame must have been shown long ago', packets(0, null, 0, 0, 0), 3, 5],
    ['a whole GOP is open', packets(1, 0, 0), 64, 0],
  ])('are found if %s', (_, facts, reach, copied) => {
    expect(copyableLength(facts, reach)).toBe(copied)
  })

  it('are classified by their first bits', () => {
    // The VP9 packets are a keyframe, then a superframe of a hidden frame and a shown one.
    expect(nativePacketFacts('vp9', Uint8Array.from([0x82, 0x49]))).toMatchObject({ isKey: true, hides: 0 })
    const superframe = Uint8Array.from([0x84, 0, 0x86, 0, 0xc1, 2, 2, 0xc1])
    expect(nativePacketFacts('vp9', superframe)).toMatchObject({ isKey: false, hides: null })
    // VP8 has hidden frames in separate packets.
    expect(nativePacketFacts('vp8', Uint8Array.from([0x10, 0, 0]))).toEqual({ isKey: true, isShown: true, hides: 0 })
    expect(nativePacketFacts('vp8', Uint8Array.from([0x01, 0, 0]))).toEqual({
      isKey: false,
      isShown: false,
      hides: null,
    })
    // The AV1 packets are a shown keyframe, a hidden frame, and the display of a stored frame.
    expect(nativePacketFacts('av1', Uint8Array.from([0x32, 1, 0x10]))).toMatchObject({ isKey: true, hides: 0 })
    expect(nativePacketFacts('av1', Uint8Array.from([0x32, 1, 0x20]))).toMatchObject({ isKey: false, hides: 1 })
    expect(nativePacketFacts('av1', Uint8Array.from([0x1a, 1, 0x80]))).toMatchObject({ isKey: false, hides: -1 })
  })
})
