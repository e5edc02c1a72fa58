import type { PacketList } from '../demux/common/packet-list.ts'
import type { SplicePlan } from './splice-plan.ts'

/** A clip may be so much larger than the packets that its range needs, those before its first picture included. */
const CLIP_SHARE = 1.1
/** Beyond a few times the source's own rate, bits buy nothing that could be seen. */
const MOST_OF_SOURCE_RATE = 4
/** The encoder may begin each piece with nearly a second's worth of bits in hand. */
export const HEAD_START_SECONDS = 0.9

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

/** What stands in an MP4 besides pictures and sound. */
const HEADER_BYTES = 1200
const TABLE_BYTES_PER_SECOND = 500
/** Sound whose edges are encoded anew is a little more than it was. */
const SOUND_SHARE = 1.01

/**
 * How many bytes the pictures encoded anew may take, in all ranges, so that the whole clip, with its sound and its tables, keeps to what it
 * may take beside what it covers. Less than 0 where that is not to be had.
 */
export function lawfulSeamBytes(
  ranges: readonly { packets: PacketList; plan: Pick<SplicePlan, 'copy'> }[],
  { soundBytes, seconds }: { soundBytes: number; seconds: number },
): number {
  const copied = ({ packets, plan }: (typeof ranges)[number]) =>
    plan.copy ? packets.slice(plan.copy.from, plan.copy.to).totalBytes : 0
  const copiedBytes = ranges.reduce((sum, range) => sum + copied(range), 0)
  const coveredBytes = ranges.reduce((sum, { packets }) => sum + packets.totalBytes, 0)
  const besides = copiedBytes + SOUND_SHARE * soundBytes + HEADER_BYTES + TABLE_BYTES_PER_SECOND * seconds
  return CLIP_SHARE * (coveredBytes + soundBytes) - besides
}

/**
 * Bits per second for a codec of WebM. How much is copied is seen in the packets only: at the end, as many pictures as may hide one
 * from behind it are counted as if they were not, and a piece is never taken for longer than the range.
 * @param packets of the range, from the key picture that it leans on; those behind it do not count
 * @param reachPackets how many packets before the end may have to be encoded anew
 */
export function nativeBitrate(
  packets: PacketList,
  {
    firstTick,
    lastTick,
    endTick,
    timescale,
  }: { firstTick: number; lastTick: number; endTick: number; timescale: number },
  reachPackets: number,
): number {
  const covered = packets.filter(({ pts }) => pts <= lastTick)
  const copyFrom = covered.findIndex(({ isSync, pts }) => isSync && pts >= firstTick)
  const isWhole = packets.length > covered.length && packets.syncs[covered.length] === 1
  const copyTo = copyFrom < 0 || isWhole ? covered.length : Math.max(copyFrom, covered.length - reachPackets)
  const piece = (from: number, to: number) => ({ decodeFrom: 0, decodeTo: 0, fromTick: from, toTick: to, frames: 0 })
  const copyTick = copyFrom < 0 ? endTick : covered.pts[copyFrom]!
  return spliceBitrate(
    covered,
    {
      head: copyTick > firstTick ? piece(firstTick, copyTick) : null,
      copy: copyFrom < 0 ? null : { from: copyFrom, to: copyTo },
      tail: copyTo < covered.length ? piece(covered.pts[copyTo]!, endTick) : null,
    },
    timescale,
  )
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
