import type { FrameStart } from '../bitstream/h264/frame-start.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import type { PacketRef } from '../io/packet-ref.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import { decodeStart } from './decode-start.ts'

type IndexedAccess = Extract<TrackAccess, { kind: 'indexed' }>

/** Parameter sets and SEI, mostly short, may precede the slice that says what a frame is. */
const FIRST_LOOK_BYTES = 2048
const SECOND_LOOK_BYTES = 64 * 1024
const PEEKS_AT_ONCE = 8
/** Doubled with every step back. */
const FIRST_STEP_BACK_SECONDS = 0.5
/** Frames between two reference frames are rarely more than this. */
const MOST_PACKETS_FOR_EACH_REFERENCE = 4

/**
 * Looks into frames to learn whether decoding may really begin with them. Tables of sync samples lie: they are missing
 * where not all samples are sync samples, name mere P frames, or mark the first frame of every fragment.
 */
export function startPeek(access: IndexedAccess, description: VideoDescription, options: ReadOptions) {
  const known = new Map<number, Promise<FrameStart>>()
  const beginnings = new Map<number, Promise<Uint8Array>>()

  const read = ({ offset, sizeBytes }: PacketRef, most: number): Promise<Uint8Array> =>
    access.reader.read(offset, offset + Math.min(sizeBytes, most), options)

  /** The first bytes of a packet: enough for most looks, and read only once. */
  function beginning(packet: PacketRef): Promise<Uint8Array> {
    const bytes = beginnings.get(packet.offset) ?? read(packet, FIRST_LOOK_BYTES)
    beginnings.set(packet.offset, bytes)
    return bytes
  }

  async function look(packet: PacketRef): Promise<FrameStart> {
    const configuration = description.configurations[packet.entryIndex] ?? null
    const start = decodeStart(description.codec, await beginning(packet), configuration)
    if (start || packet.sizeBytes <= FIRST_LOOK_BYTES) return start ?? 'no start'
    return decodeStart(description.codec, await read(packet, SECOND_LOOK_BYTES), configuration) ?? 'no start'
  }

  function at(packet: PacketRef): Promise<FrameStart> {
    const start = known.get(packet.offset) ?? look(packet)
    known.set(packet.offset, start)
    // The caller may look ahead and never await the answer.
    start.catch(() => {})
    return start
  }

  /** The first of these packets whose frame is as requested; null when none is. One look is enough in all but odd files. */
  async function firstOf(
    packets: PacketList,
    indexes: readonly number[],
    isRequested: (start: FrameStart, index: number) => boolean,
  ): Promise<number | null> {
    for (let first = 0, size = 1; first < indexes.length; first += size, size = PEEKS_AT_ONCE) {
      const batch = indexes.slice(first, first + size)
      const starts = await Promise.all(batch.map((index) => at(packets.at(index)!)))
      const found = batch.find((index, order) => isRequested(starts[order]!, index))
      if (found !== undefined) return found
    }
    return null
  }

  return { at, firstOf, beginning }
}

export type StartPeek = ReturnType<typeof startPeek>

/**
 * Packets that begin with a frame with which decoding can really begin: the last such one that the tables name, or
 * the very first packet when there is none. Those found to be no start are no longer called sync samples.
 * @param packets in decode order, beginning with the last sync sample shown at or before fromTick
 * @param cover gives the packets needed from an earlier time on
 */
export async function fromCleanStart(
  packets: PacketList,
  fromTick: number,
  timescale: number,
  peek: StartPeek,
  cover: (fromTick: number) => Promise<PacketList>,
): Promise<PacketList> {
  let known = packets
  let unseen = packets.length
  for (let back = FIRST_STEP_BACK_SECONDS; ; back *= 2) {
    const needed = known.pts.findIndex((pts) => pts >= fromTick)
    const start = await lastCleanStart(known.slice(0, unseen), needed, fromTick, peek)
    if (start !== null) return withoutSyncBefore(known.slice(start), needed - start, fromTick)
    const earlier = await cover(known.pts[0]! - back * timescale)
    unseen = earlier.offsets.indexOf(known.offsets[0]!)
    if (unseen <= 0) return withoutSyncBefore(known, needed, fromTick) // there is nothing earlier
    known = earlier
  }
}

/** Looks at those named as sync samples, latest first. */
async function lastCleanStart(packets: PacketList, needed: number, fromTick: number, peek: StartPeek) {
  const named: number[] = []
  for (let index = 0; index <= needed && index < packets.length; index++) {
    if (packets.syncs[index] === 1 && packets.pts[index]! <= fromTick) named.push(index)
  }
  return peek.firstOf(packets, named.reverse(), (start, index) => isGoodStart(start, needed - index))
}

function withoutSyncBefore(packets: PacketList, needed: number, fromTick: number): PacketList {
  const isFoundOut = (sync: number, index: number) =>
    sync === 1 && index > 0 && index <= needed && packets.pts[index]! <= fromTick
  return packets.syncs.some(isFoundOut)
    ? packets.with({ syncs: packets.syncs.map((sync, index) => (isFoundOut(sync, index) ? 0 : sync)) })
    : packets
}

/** @param packetsBefore how many packets after it the first frame needed comes */
export function isGoodStart(start: FrameStart, packetsBefore: number): boolean {
  return (
    start !== null && start !== 'no start' && start.recoversAfter * MOST_PACKETS_FOR_EACH_REFERENCE <= packetsBefore
  )
}
