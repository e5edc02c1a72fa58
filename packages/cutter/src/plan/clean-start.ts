import { FRAME_TYPES, obusOf, SEQUENCE_HEADER } from '../bitstream/av1/temporal-unit.ts'
import type { VideoCodecName } from '../bitstream/codec-names.ts'
import { type FrameStart, frameStart } from '../bitstream/h264/frame-start.ts'
import { isReferenceSample, nalsOf } from '../bitstream/h264/nal-units.ts'
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
 * @returns unclean: the packets as the tables name them where there is no such frame
 * @param packets in decode order, beginning with the last sync sample shown at or before fromTick
 * @param cover gives the packets needed from an earlier time on
 */
export async function fromCleanStart(
  packets: PacketList,
  fromTick: number,
  timescale: number,
  peek: StartPeek,
  cover: (fromTick: number) => Promise<PacketList>,
): Promise<{ packets: PacketList; unclean: PacketList | null }> {
  let known = packets
  let unseen = packets.length
  for (let back = FIRST_STEP_BACK_SECONDS; ; back *= 2) {
    const needed = known.pts.findIndex((pts) => pts >= fromTick)
    const start = await lastCleanStart(known.slice(0, unseen), needed, fromTick, peek)
    if (start !== null) {
      return { packets: withoutSyncBefore(known.slice(start), needed - start, fromTick), unclean: null }
    }
    const earlier = await cover(known.pts[0]! - back * timescale)
    unseen = earlier.offsets.indexOf(known.offsets[0]!)
    if (unseen <= 0) return { packets: withoutSyncBefore(known, needed, fromTick), unclean: known } // there is nothing earlier
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

/** If this many sync samples were no start, none will be. */
const MOST_CANDIDATES = 256

/**
 * When the first frame is shown that can be decoded from these packets, in ticks. Recordings that begin in the middle have
 * frames before it: those before the first keyframe, and those after it in decode order that refer to the GOP before.
 * @param packets all of a recording from its first one on
 * @returns null where none of them is known to be a start
 */
export async function firstDecodableTick(
  packets: PacketList,
  { codec, configurations }: VideoDescription,
  peek: StartPeek,
): Promise<number | null> {
  const named = [...packets.syncs.keys()].filter((index) => index === 0 || packets.syncs[index] === 1)
  const first = await peek.firstOf(packets, named.slice(0, MOST_CANDIDATES), (start) => start !== 'no start')
  const start = first === null ? null : await peek.at(packets.at(first)!)
  if (first === null || start === null || start === 'no start') return null
  const later = packets.slice(first)
  return start.recoversAfter > 0
    ? recoveredTick(later, start.recoversAfter, configurations, peek)
    : leadingTick(
        later,
        (sample, entryIndex) => {
          return codec === 'hevc' ? !isSkippedLeading(sample, configurations[entryIndex] ?? null) : start.isIdr
        },
        peek,
      )
}

/** After a recovery point of H.264, so many reference frames later or at a keyframe before. */
async function recoveredTick(
  packets: PacketList,
  recoversAfter: number,
  configurations: VideoDescription['configurations'],
  peek: StartPeek,
): Promise<number | null> {
  let references = 0
  for (const packet of packets.slice(1)) {
    const lengthBytes = lengthBytesOf(configurations[packet.entryIndex] ?? null, AVC_LENGTH_BYTE)
    if (isReferenceSample(await peek.beginning(packet), lengthBytes)) references += 1
    const isClean = packet.isSync && isGoodStart(await peek.at(packet), 0)
    if (references === recoversAfter || isClean) return packet.pts
  }
  return null
}

/** With a keyframe, or with the first frame before it in presentation order that does not refer to the GOP before. */
async function leadingTick(
  packets: PacketList,
  isDecodable: (sample: Uint8Array, entryIndex: number) => boolean,
  peek: StartPeek,
): Promise<number> {
  const own = packets.pts[0]!
  let earliest = own
  for (let index = 1; index < packets.length && packets.pts[index]! < own; index++) {
    const packet = packets.at(index)!
    if (isDecodable(await peek.beginning(packet), packet.entryIndex)) earliest = Math.min(earliest, packet.pts)
  }
  return earliest
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
      return frameStart(sample, lengthBytesOf(configuration, AVC_LENGTH_BYTE))
    case 'hevc':
      return hevcStart(sample, configuration)
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

/** Of the length before each NAL unit; null without a configuration: the packets are byte streams. */
function lengthBytesOf(configuration: Uint8Array | null, at: number): number | null {
  return configuration && ((configuration[at] ?? 3) & 3) + 1
}

/** Slices have types below 32; those from 16 on are intra random access frames. */
const LAST_SLICE_TYPE = 31
const FIRST_RANDOM_ACCESS_TYPE = 16
/** Random access skipped leading frames. */
const SKIPPED_LEADING_TYPES = new Set([8, 9])

function hevcStart(sample: Uint8Array, configuration: Uint8Array | null): FrameStart {
  const type = hevcSliceType(sample, configuration)
  return type === null ? null : type >= FIRST_RANDOM_ACCESS_TYPE ? CLEAN : 'no start'
}

/** Whether a frame of HEVC is shown before the keyframe that it follows and refers to frames before that one. */
function isSkippedLeading(sample: Uint8Array, configuration: Uint8Array | null): boolean {
  return SKIPPED_LEADING_TYPES.has(hevcSliceType(sample, configuration) ?? LAST_SLICE_TYPE)
}

function hevcSliceType(sample: Uint8Array, configuration: Uint8Array | null): number | null {
  for (const [header] of nalsOf(sample, lengthBytesOf(configuration, HEVC_LENGTH_BYTE))) {
    const type = header === undefined ? LAST_SLICE_TYPE + 1 : (header >> 1) & 0x3f
    if (type <= LAST_SLICE_TYPE) return type
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
