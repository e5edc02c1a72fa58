import { readTemporalUnit } from '../bitstream/av1/temporal-unit.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { vp9Frames } from '../bitstream/vp9/frame-headers.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'

/** The facts of a packet that decide whether a cut may be placed before or after it. */
export interface NativePacketFacts {
  /** Whether this packet and all later ones can be decoded without earlier packets. */
  isKey: boolean
  /** Whether the packet shows a frame. VP8 has hidden frames in separate packets. */
  isShown: boolean
  /**
   * Change of the number of hidden frames that are not yet shown; null: it is unknown when a hidden frame will be
   * shown.
   */
  hides: number | null
}

/** Maximum number of packets between a hidden frame and its display: libvpx looks at most 25 ahead, AV1 encoders 48. */
export const REACH_PACKETS: Record<NativeCodec, number> = { vp8: 25, vp9: 25, av1: 64 }

export function nativePacketFacts(codec: NativeCodec, packet: Uint8Array): NativePacketFacts {
  if (codec === 'vp8') {
    const tag = packet[0] ?? 0
    const isShown = ((tag >> 4) & 1) === 1
    return { isKey: (tag & 1) === 0, isShown, hides: isShown ? 0 : null }
  }
  if (codec === 'vp9') {
    const frames = vp9Frames(packet)
    const isHiding = frames.some(({ isShown }) => !isShown)
    const isShown = frames.length === 0 || frames.some((frame) => frame.isShown)
    return { isKey: frames[0]?.isKey ?? false, isShown, hides: isHiding ? null : 0 }
  }
  const { isKey, hiddenFrames: hiddenChange } = readTemporalUnit(packet)
  return { isKey, isShown: true, hides: hiddenChange }
}

/**
 * Passes packets on and counts the frames of a window that they show, because decoders silently drop damaged frames.
 */
export function countShownFrames(
  codec: NativeCodec,
  packets: Packets,
  { fromTick, toTick }: { fromTick: number; toTick: number },
): { packets: AsyncIterable<LoadedPacket>; frames(): number } {
  let frames = 0
  async function* countedPackets(): AsyncGenerator<LoadedPacket, void> {
    for await (const packet of packets) {
      const isWithin = packet.pts >= fromTick && packet.pts < toTick
      if (isWithin && nativePacketFacts(codec, packet.data).isShown) frames += 1
      yield packet
    }
  }
  return { packets: countedPackets(), frames: () => frames }
}

/**
 * The number of packets at the front that may be copied. A later packet may contain a hidden frame that is shown only
 * after the last of these packets.
 * @param facts facts of the packets from a keyframe to the end of a range
 * @param reach maximum number of packets between a hidden frame and its display
 */
export function copyableLength(facts: readonly NativePacketFacts[], reach: number): number {
  const oldest = Math.max(0, facts.length - reach)
  const firstUnclearPacket = facts.findIndex(({ hides }, index) => hides === null && index >= oldest)
  let hiddenFrames = 0
  let closedLength = 0
  for (const [index, { hides }] of facts.entries()) {
    hiddenFrames += hides ?? 0
    if (hiddenFrames <= 0 || index < oldest) closedLength = index + 1
  }
  return firstUnclearPacket < 0 ? closedLength : Math.min(closedLength, firstUnclearPacket)
}
