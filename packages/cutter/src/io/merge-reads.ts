import type { ByteRange } from '../api/segment-source.ts'

/** Smaller than this, a hole is cheaper to fetch than to go around: a round trip costs as much as these bytes. */
const ALWAYS_BRIDGED_BYTES = 8 * 1024
/** Beyond that, holes are bridged as long as all of them together stay below this share of what is needed. */
const BRIDGED_SHARE = 0.04
const LARGEST_BRIDGE_BYTES = 128 * 1024
/**
 * This many requests fit into two round trips. Audio alone, interleaved with frames, needs more: sixteen a second. Each of
 * those shares a round trip of 50 ms with five others; a line of 64 Mbit/s carries this many bytes in that time.
 */
const FEW_REQUESTS = 12
const ROUND_TRIP_BYTES = 64 * 1024
/** Small enough that decoding starts early and several requests run side by side. */
const LARGEST_READ_BYTES = 2 * 1024 * 1024

/** The urgent bytes come in a piece of this size, so that work begins while the rest arrives. */
export const FIRST_READ_BYTES = 512 * 1024

/** How many unneeded bytes may be fetched to save round trips. */
export interface Bridging {
  /** All bridged holes together. */
  spareBytes: number
  largestBridgeBytes: number
}

/** For bytes that are mostly cached, while the bytes between them are not. */
export const NO_BRIDGES: Bridging = { spareBytes: 0, largestBridgeBytes: 0 }

/**
 * Turns the places of packets into few requests: neighbours become one read, small holes are read too (a muxed
 * file has the audio between the frames), long reads are split.
 * @param places in any order; overlaps are allowed
 * @param urgentAt the place of the packet that is needed first
 * @param bridging for holes that are not small; left out: a small share of what is needed, and more where requests are many
 */
export function mergeReads(places: readonly ByteRange[], urgentAt?: number, bridging?: Bridging): ByteRange[] {
  const sorted = places.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)
  const runs: ByteRange[] = []
  for (const place of sorted) {
    const last = runs.at(-1)
    if (last && place.start <= last.end) last.end = Math.max(last.end, place.end)
    else runs.push({ ...place })
  }
  return bridgeHoles(runs, bridging)
    .flatMap(splitAtSize)
    .flatMap((read) => (urgentAt === undefined ? [read] : splitBehind(read, urgentAt)))
}

function splitBehind({ start, end }: ByteRange, urgentAt: number): ByteRange[] {
  const middle = urgentAt + FIRST_READ_BYTES
  const isWorthwhile = urgentAt >= start && end - middle >= FIRST_READ_BYTES
  return isWorthwhile
    ? [
        { start, end: middle },
        { start: middle, end },
      ]
    : [{ start, end }]
}

function bridgeHoles(runs: ByteRange[], bridging: Bridging | undefined): ByteRange[] {
  const needed = runs.reduce((sum, run) => sum + run.end - run.start, 0)
  const { largestBridgeBytes = LARGEST_BRIDGE_BYTES, spareBytes = needed * BRIDGED_SHARE } = bridging ?? {}
  const holes = runs.slice(1).map((run, index) => ({ index: index + 1, bytes: run.start - runs[index]!.end }))
  holes.sort((a, b) => a.bytes - b.bytes)
  const bridged = new Set<number>()
  let spare = spareBytes
  for (const { index, bytes } of holes) {
    const isAffordable = bytes <= spare && bytes <= largestBridgeBytes
    const isTooMany = runs.length - bridged.size > FEW_REQUESTS && !bridging
    if (bytes <= ALWAYS_BRIDGED_BYTES || isAffordable || (isTooMany && bytes <= ROUND_TRIP_BYTES)) {
      bridged.add(index)
      spare -= bytes
    }
  }
  const merged: ByteRange[] = []
  for (const [index, run] of runs.entries()) {
    if (bridged.has(index)) merged.at(-1)!.end = run.end
    else merged.push({ ...run })
  }
  return merged
}

function splitAtSize(read: ByteRange): ByteRange[] {
  return inParts(read, Math.ceil((read.end - read.start) / LARGEST_READ_BYTES))
}

/** Parts of equal size, but for what is rounded. */
export function inParts({ start, end }: ByteRange, count: number): ByteRange[] {
  const step = Math.ceil((end - start) / count)
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * step,
    end: Math.min(end, start + (index + 1) * step),
  }))
}
