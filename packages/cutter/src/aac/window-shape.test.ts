import { describe, expect, it } from 'vitest'
import { joinQuality, type PacketWindow, readPacketWindow } from './window-shape.ts'

/** A channel pair with a common window: element 001, tag 0000, 1, reserved 0, sequence, shape. */
function channelPair(sequence: number, shape: number): Uint8Array {
  return Uint8Array.of(0b0010_0001, (sequence << 5) | (shape << 4), 0)
}

const long: PacketWindow = { startsLong: true, endsLong: true, isKaiserBessel: false }

describe('the window of an AAC packet', () => {
  it('is read from the first channel', () => {
    expect(readPacketWindow(channelPair(0, 1))).toEqual({ startsLong: true, endsLong: true, isKaiserBessel: true })
    expect(readPacketWindow(channelPair(1, 0))).toEqual({ startsLong: true, endsLong: false, isKaiserBessel: false })
    expect(readPacketWindow(channelPair(2, 0))).toMatchObject({ startsLong: false, endsLong: false })
    expect(readPacketWindow(channelPair(3, 0))).toMatchObject({ startsLong: false, endsLong: true })
  })

  it('is unknown when a packet does not begin with a channel', () => {
    expect(readPacketWindow(Uint8Array.of(0b1100_0000, 0, 0))).toBeNull()
  })

  it('joins another where both are long', () => {
    expect(joinQuality(long, long, long)).toBe(2)
    expect(joinQuality({ ...long, endsLong: false }, long, long)).toBe(0)
    expect(joinQuality(long, { ...long, startsLong: false }, long)).toBe(0)
  })

  it('joins less well where the slope is not what the next packet was made for', () => {
    expect(joinQuality(long, long, { ...long, isKaiserBessel: true })).toBe(1)
  })
})
