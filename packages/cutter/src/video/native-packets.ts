import { readTemporalUnit } from '../bitstream/av1/temporal-unit.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { vp9Frames } from '../bitstream/vp9/frame-headers.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'

/** The facts of a packet that are needed to cut before or after it. */
export interface NativePacketFacts {
  /** Nothing before it is needed to decode it and what follows. */
  isKey: boolean
  /** It shows a frame (VP8 keeps hidden ones in separate packets). */
  isShown: boolean
  /** How many more frames are hidden after it than before it; null: it is unknown when a hidden one is shown. */
  hides: number | null
}

/** How many packets later a hidden frame may be shown: libvpx looks 25 ahead at most, AV1 encoders 48. */
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
  const { isKey, hidden } = readTemporalUnit(packet)
  return { isKey, isShown: true, hides: hidden }
}

/** The same packets, and how many frames of a window they show so far: decoders leave damaged frames out without a word. */
export function countShown(
  codec: NativeCodec,
  packets: Packets,
  { fromTick, toTick }: { fromTick: number; toTick: number },
): { packets: AsyncIterable<LoadedPacket>; frames(): number } {
  let frames = 0
  async function* counted(): AsyncGenerator<LoadedPacket, void> {
    for await (const packet of packets) {
      const isWithin = packet.pts >= fromTick && packet.pts < toTick
      if (isWithin && nativePacketFacts(codec, packet.data).isShown) frames += 1
      yield packet
    }
  }
  return { packets: counted(), frames: () => frames }
}

/**
 * From which of these packets on nothing may be copied, because one of them might hold a frame that is shown only after
 * the last of them; their number when all may be.
 * @param facts from a keyframe on, to the end of a range
 */
export function closedUntil(facts: readonly NativePacketFacts[], reach: number): number {
  const oldest = Math.max(0, facts.length - reach)
  const unclear = facts.findIndex(({ hides }, index) => hides === null && index >= oldest)
  let hidden = 0
  let closed = 0
  for (const [index, { hides }] of facts.entries()) {
    hidden += hides ?? 0
    if (hidden <= 0 || index < oldest) closed = index + 1
  }
  return unclear < 0 ? closed : Math.min(closed, unclear)
}
