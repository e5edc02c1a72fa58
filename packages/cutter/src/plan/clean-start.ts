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
export class StartPeek {
  readonly #access: IndexedAccess
  readonly #description: VideoDescription
  readonly #options: ReadOptions
  readonly #known = new Map<number, Promise<FrameStart>>()
  readonly #beginnings = new Map<number, Promise<Uint8Array>>()

  constructor(access: IndexedAccess, description: VideoDescription, options: ReadOptions) {
    this.#access = access
    this.#description = description
    this.#options = options
  }

  at(packet: PacketRef): Promise<FrameStart> {
    const known = this.#known.get(packet.offset) ?? this.#look(packet)
    this.#known.set(packet.offset, known)
    // The caller may look ahead and never await the answer.
    known.catch(() => {})
    return known
  }

  /** The first of these packets whose frame is as requested; null when none is. One look is enough in all but odd files. */
  async firstOf(
    packets: PacketList,
    indexes: readonly number[],
    isRequested: (start: FrameStart, index: number) => boolean,
  ): Promise<number | null> {
    for (let first = 0, size = 1; first < indexes.length; first += size, size = PEEKS_AT_ONCE) {
      const batch = indexes.slice(first, first + size)
      const starts = await Promise.all(batch.map((index) => this.at(packets.at(index)!)))
      const found = batch.find((index, at) => isRequested(starts[at]!, index))
      if (found !== undefined) return found
    }
    return null
  }

  /** The first bytes of a packet: enough for most looks, and read only once. */
  beginning(packet: PacketRef): Promise<Uint8Array> {
    const bytes = this.#beginnings.get(packet.offset) ?? this.#read(packet, FIRST_LOOK_BYTES)
    this.#beginnings.set(packet.offset, bytes)
    return bytes
  }

  async #look(packet: PacketRef): Promise<FrameStart> {
    const configuration = this.#description.configurations[packet.entryIndex] ?? null
    const start = decodeStart(this.#description.codec, await this.beginning(packet), configuration)
    if (start || packet.sizeBytes <= FIRST_LOOK_BYTES) return start ?? 'no start'
    const more = await this.#read(packet, SECOND_LOOK_BYTES)
    return decodeStart(this.#description.codec, more, configuration) ?? 'no start'
  }

  #read({ offset, sizeBytes }: PacketRef, most: number): Promise<Uint8Array> {
    return this.#access.reader.read(offset, offset + Math.min(sizeBytes, most), this.#options)
  }
}

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
