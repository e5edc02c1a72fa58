import { type PacketList, sortedTimes } from '../demux/common/packet-list.ts'
import type { FrameWindow } from './frame-window.ts'

/** Frames to re-encode: decode these packets, keep the frames with fromTick <= pts < toTick. */
export interface Reencode {
  /** Indexes into the packets, end excluded. */
  decodeFrom: number
  decodeTo: number
  fromTick: number
  toTick: number
  frames: number
}

/** How the frames of a clip come about. Packets are in decode order; copies go over bit for bit. */
export interface SplicePlan {
  head: Reencode | null
  copy: { from: number; to: number } | null
  tail: Reencode | null
}

/**
 * Where copying might begin: sync samples inside the window, in decode order. A sync sample that is no IDR frame
 * cannot follow frames with other parameter sets (nor may frames shown before it be missing), so the caller looks
 * at each until it finds an IDR.
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
    return { head: reencode(packets, 0, packets.length, window.firstTick, window.endTick), copy: null, tail: null }
  }
  const copyStartTick = packets.pts[copyFrom]!
  const hasHead = copyStartTick > window.firstTick
  const head = hasHead ? reencode(packets, 0, copyFrom, window.firstTick, copyStartTick) : null
  const copyTo = closedPrefixEnd(packets, copyFrom, window.lastTick)
  const rest = packets.pts.subarray(copyTo).filter((pts) => pts <= window.lastTick)
  if (rest.length === 0) return { head, copy: { from: copyFrom, to: copyTo }, tail: null }
  const restTick = rest.reduce((least, pts) => Math.min(least, pts), Infinity)
  return {
    head,
    copy: { from: copyFrom, to: copyTo },
    tail: reencode(packets, copyFrom, packets.length, restTick, window.endTick),
  }
}

/**
 * The longest run of packets, in decode order, that is closed in presentation order: it shows the first frames of
 * the rest without a hole, and none after the last one wanted.
 */
function closedPrefixEnd(packets: PacketList, from: number, lastTick: number): number {
  const { pts: times } = packets.slice(from)
  const sorted = sortedTimes(packets.slice(from))
  let latest = -Infinity
  let end = from
  for (const [index, time] of times.entries()) {
    latest = Math.max(latest, time)
    if (latest > lastTick) break
    if (sorted[index] === latest) end = from + index + 1
  }
  return end
}

/** Decoding begins at the last sync sample shown no later than the first frame needed, and ends with the last one. */
function reencode(
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
