import { type PacketList, sortedTimes } from '../demux/common/packet-list.ts'
import type { FrameWindow } from './frame-window.ts'

/** Frames to re-encode: the frames with fromTick <= pts < toTick among all decoded frames. */
export interface Reencode {
  /** Indexes into the packets, end excluded. */
  decodeFrom: number
  decodeTo: number
  fromTick: number
  toTick: number
  frames: number
}

/**
 * The plan for the frames of a range: re-encoded head, copied packets, re-encoded tail. Packets are in decode order.
 */
export interface SplicePlan {
  head: Reencode | null
  copy: { from: number; to: number } | null
  tail: Reencode | null
}

/**
 * Lists the sync samples inside the window, in decode order, as candidates for the first copied packet. Only an IDR
 * frame can follow frames with other parameter sets, so the caller checks each until it finds one.
 */
export function copyCandidates(packets: PacketList, window: FrameWindow): number[] {
  const candidates: number[] = []
  for (const [index, pts] of packets.pts.entries()) {
    if (packets.syncs[index] === 1 && pts >= window.firstTick && pts <= window.lastTick) candidates.push(index)
  }
  return candidates
}

/**
 * Plans the splice around the first copied packet.
 * @param copyFrom the index of an IDR frame inside the window; null: nothing can be copied
 */
export function planSplice(packets: PacketList, window: FrameWindow, copyFrom: number | null): SplicePlan {
  if (copyFrom === null) {
    return { head: planReencode(packets, 0, packets.length, window.firstTick, window.endTick), copy: null, tail: null }
  }
  const copyStartTick = packets.pts[copyFrom]!
  const hasHead = copyStartTick > window.firstTick
  const head = hasHead ? planReencode(packets, 0, copyFrom, window.firstTick, copyStartTick) : null
  const copyTo = closedPrefixEnd(packets, copyFrom, window.lastTick)
  const tailTimes = packets.pts.subarray(copyTo).filter((pts) => pts <= window.lastTick)
  if (tailTimes.length === 0) return { head, copy: { from: copyFrom, to: copyTo }, tail: null }
  const tailTick = tailTimes.reduce((least, pts) => Math.min(least, pts), Infinity)
  return {
    head,
    copy: { from: copyFrom, to: copyTo },
    tail: planReencode(packets, copyFrom, packets.length, tailTick, window.endTick),
  }
}

/**
 * Finds the end of the longest run of packets, in decode order, that is closed in presentation order: its frames have
 * no gap between them, and none is later than `lastTick`.
 */
function closedPrefixEnd(packets: PacketList, from: number, lastTick: number): number {
  const { pts: times } = packets.slice(from)
  const sortedTicks = sortedTimes(packets.slice(from))
  let latestTick = -Infinity
  let end = from
  for (const [index, time] of times.entries()) {
    latestTick = Math.max(latestTick, time)
    if (latestTick > lastTick) break
    if (sortedTicks[index] === latestTick) end = from + index + 1
  }
  return end
}

/**
 * Plans a re-encode. Decoding begins at the last sync sample at or before its first frame, and ends with its last
 * frame.
 */
function planReencode(
  packets: PacketList,
  searchFrom: number,
  searchTo: number,
  fromTick: number,
  toTick: number,
): Reencode {
  const isNeeded = (pts: number) => pts >= fromTick && pts < toTick
  const firstNeeded = packets.pts.findIndex((pts, index) => index >= searchFrom && isNeeded(pts))
  let decodeFrom = searchFrom
  let decodeTo = searchFrom
  let frames = 0
  for (let index = searchFrom; index < searchTo; index++) {
    const pts = packets.pts[index]!
    if (packets.syncs[index] === 1 && pts <= fromTick && index <= firstNeeded) decodeFrom = index
    if (isNeeded(pts)) {
      decodeTo = index + 1
      frames += 1
    }
  }
  return { decodeFrom, decodeTo, fromTick, toTick, frames }
}
