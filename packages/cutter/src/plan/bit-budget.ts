import type { PacketList } from '../index/packet-list.ts'
import type { SplicePlan } from './splice-plan.ts'

/** A clip may be so much larger than the packets that its range needs, those before its first picture included. */
const CLIP_SHARE = 1.1
/** Beyond a few times the source's own rate, bits buy nothing that could be seen. */
const MOST_OF_SOURCE_RATE = 4
/** The encoder may begin each piece with nearly a second's worth of bits in hand. */
const HEAD_START_SECONDS = 0.9

/**
 * Bits per second that the pictures encoded anew may take: what the copied ones leave of the range's budget, shared out
 * over the pieces. A piece at the end of a group stands for bytes before it that the clip does not show, so that it may
 * have far more bits than it replaces, and a quick encoder needs them; a piece as long as its group may have as many.
 */
export function spliceBitrate(packets: PacketList, plan: SplicePlan, timescale: number): number {
  const pieces = [plan.head, plan.tail].filter((piece) => piece !== null)
  const seconds = pieces.reduce((sum, { fromTick, toTick }) => sum + (toTick - fromTick) / timescale, 0)
  const copied = plan.copy ? packets.slice(plan.copy.from, plan.copy.to) : null
  const spare = CLIP_SHARE * packets.totalBytes - (copied?.totalBytes ?? 0)
  const source = sourceBitrate(packets, timescale)
  const affordable = (spare * 8) / (seconds + pieces.length * HEAD_START_SECONDS)
  return Math.max(CLIP_SHARE * source, Math.min(MOST_OF_SOURCE_RATE * source, affordable))
}

function sourceBitrate(packets: PacketList, timescale: number): number {
  let first = Infinity
  let last = -Infinity
  for (const pts of packets.pts) {
    first = Math.min(first, pts)
    last = Math.max(last, pts)
  }
  return (packets.totalBytes * 8 * timescale) / Math.max(1, last - first)
}
