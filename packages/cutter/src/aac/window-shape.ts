/**
 * The window of an AAC packet: neighbours overlap by half, and only reconstruct the sound where the right half of one
 * and the left half of the next have the same form.
 */
export interface PacketWindow {
  startsLong: boolean
  endsLong: boolean
  /** The slope: Kaiser-Bessel or sine. It also shapes the beginning of the next packet. */
  isKaiserBessel: boolean
}

const SINGLE_CHANNEL = 0
const CHANNEL_PAIR = 1

/** window_sequence, in the order of its values: long, long to short, eight short ones, short to long. */
const STARTS_LONG = [true, true, false, false]
const ENDS_LONG = [true, false, false, true]

/** Reads the window from a raw packet; null when its first element is not a channel. */
export function readPacketWindow(packet: Uint8Array): PacketWindow | null {
  const bitAt = (bit: number) => ((packet[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
  const element = bitAt(0) * 4 + bitAt(1) * 2 + bitAt(2)
  const ELEMENT_HEADER_BITS = 3 + 4
  const GLOBAL_GAIN_BITS = 8
  let at = ELEMENT_HEADER_BITS
  if (element === CHANNEL_PAIR) {
    const hasCommonWindow = bitAt(at) === 1
    at += 1 + (hasCommonWindow ? 0 : GLOBAL_GAIN_BITS)
  } else if (element === SINGLE_CHANNEL) {
    at += GLOBAL_GAIN_BITS
  } else {
    return null
  }
  const sequence = bitAt(at + 1) * 2 + bitAt(at + 2)
  return {
    startsLong: STARTS_LONG[sequence]!,
    endsLong: ENDS_LONG[sequence]!,
    isKaiserBessel: bitAt(at + 3) === 1,
  }
}

/** How well `next` may follow `before`: 2 seamlessly, 1 with a slightly different slope, 0 not at all. */
export function joinQuality(
  before: PacketWindow | null,
  next: PacketWindow | null,
  usual: PacketWindow | null,
): 0 | 1 | 2 {
  if (!before?.endsLong || !next?.startsLong) {
    return 0
  }
  return before.isKaiserBessel === usual?.isKaiserBessel ? 2 : 1
}
