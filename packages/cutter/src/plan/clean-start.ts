import { FRAME_TYPES, obusOf, SEQUENCE_HEADER } from '../bitstream/av1/temporal-unit.ts'
import type { VideoCodecName } from '../bitstream/codec-names.ts'
import { type FrameStart, frameStart } from '../bitstream/h264/frame-start.ts'
import { lengthPrefixedNals } from '../bitstream/h264/nal-units.ts'
import { readVp9Header } from '../bitstream/vp9/frame-headers.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import type { PacketRef } from '../io/packet-ref.ts'
import type { ReadOptions } from '../io/part-reader.ts'

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

/** @param packetsUntilNeeded how many packets after it the first frame needed comes */
export function isGoodStart(start: FrameStart, packetsUntilNeeded: number): boolean {
  return (
    start !== null &&
    start !== 'no start' &&
    start.recoversAfter * MOST_PACKETS_FOR_EACH_REFERENCE <= packetsUntilNeeded
  )
}

/** The place of the NAL unit length size in avcC and hvcC. */
const AVC_LENGTH_BYTE = 4
const HEVC_LENGTH_BYTE = 21

const CLEAN: FrameStart = { isIdr: true, recoversAfter: 0 }

/**
 * Whether decoding may begin with a packet, as its own bytes say: what tables claim about it may be wrong.
 * @param sample the beginning of the packet or all of it
 * @param configuration avcC or hvcC; null for codecs that have none
 */
export function decodeStart(codec: VideoCodecName, sample: Uint8Array, configuration: Uint8Array | null): FrameStart {
  switch (codec) {
    case 'h264':
      return frameStart(sample, ((configuration?.[AVC_LENGTH_BYTE] ?? 3) & 3) + 1)
    case 'hevc':
      return hevcStart(sample, ((configuration?.[HEVC_LENGTH_BYTE] ?? 3) & 3) + 1)
    case 'vp8':
      return startIf(sample, (sample[0]! & 1) === 0)
    case 'vp9':
      return startIf(sample, readVp9Header(sample)?.isKey === true)
    case 'av1':
      return av1Start(sample)
  }
}

function startIf(sample: Uint8Array, isKey: boolean): FrameStart {
  return sample.length === 0 ? null : isKey ? CLEAN : 'no start'
}

/** Slices have types below 32; those from 16 on are intra random access frames. */
const LAST_SLICE_TYPE = 31
const FIRST_RANDOM_ACCESS_TYPE = 16

function hevcStart(sample: Uint8Array, lengthBytes: number): FrameStart {
  for (const [header] of lengthPrefixedNals(sample, lengthBytes)) {
    const type = header === undefined ? LAST_SLICE_TYPE + 1 : (header >> 1) & 0x3f
    if (type <= LAST_SLICE_TYPE) return type >= FIRST_RANDOM_ACCESS_TYPE ? CLEAN : 'no start'
  }
  return null
}

/** A random access point carries a sequence header before its frame (AV1 in ISO base media, 2.4). */
function av1Start(sample: Uint8Array): FrameStart {
  for (const { type } of obusOf(sample)) {
    if (type === SEQUENCE_HEADER) return CLEAN
    if (FRAME_TYPES.includes(type)) return 'no start'
  }
  return null
}
