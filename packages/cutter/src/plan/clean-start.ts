import { FRAME_TYPES, obusOf, SEQUENCE_HEADER } from '../bitstream/av1/temporal-unit.ts'
import type { VideoCodecName } from '../bitstream/codec-names.ts'
import { type FrameStart, readFrameStart } from '../bitstream/h264/frame-start.ts'
import { isReferenceSample, nalsOf } from '../bitstream/h264/nal-units.ts'
import { readVp9Header } from '../bitstream/vp9/frame-headers.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import type { PacketRef } from '../io/packet-ref.ts'
import type { ReadOptions } from '../io/part-reader.ts'

type IndexedAccess = Extract<TrackAccess, { kind: 'indexed' }>

/**
 * Bytes read from a packet at first. Parameter sets and SEI messages, mostly short, may precede the slice, which has
 * the frame type.
 */
const FIRST_READ_BYTES = 2048
const SECOND_READ_BYTES = 64 * 1024
const MAX_CONCURRENT_READS = 8
/** First step back to an earlier sync sample. Each further step is twice as long. */
const FIRST_STEP_BACK_SECONDS = 0.5
/** Maximum number of packets for each reference frame in nearly all media. */
const MAX_PACKETS_FOR_EACH_REFERENCE = 4

/**
 * Reads the beginning of packets to learn whether decoding can start there. Tables of sync samples are unreliable: some
 * files omit the table although they have P frames, and others list P frames or the first frame of every fragment.
 */
export function createStartReader(access: IndexedAccess, description: VideoDescription, options: ReadOptions) {
  const starts = new Map<number, Promise<FrameStart>>()
  const beginnings = new Map<number, Promise<Uint8Array>>()

  const read = ({ offset, sizeBytes }: PacketRef, maxBytes: number): Promise<Uint8Array> =>
    access.reader.read(offset, offset + Math.min(sizeBytes, maxBytes), options)

  /** Reads the first bytes of a packet, only once. They suffice to classify most packets. */
  function readBeginning(packet: PacketRef): Promise<Uint8Array> {
    const bytes = beginnings.get(packet.offset) ?? read(packet, FIRST_READ_BYTES)
    beginnings.set(packet.offset, bytes)
    return bytes
  }

  async function readStart(packet: PacketRef): Promise<FrameStart> {
    const configuration = description.configurations[packet.entryIndex] ?? null
    const start = decodeStart(description.codec, await readBeginning(packet), configuration)
    if (start || packet.sizeBytes <= FIRST_READ_BYTES) return start ?? 'no start'
    return decodeStart(description.codec, await read(packet, SECOND_READ_BYTES), configuration) ?? 'no start'
  }

  function startAt(packet: PacketRef): Promise<FrameStart> {
    const start = starts.get(packet.offset) ?? readStart(packet)
    starts.set(packet.offset, start)
    // A caller that reads ahead may never await the result.
    start.catch(() => {})
    return start
  }

  /**
   * Finds the first of these packets that passes the test; null if none does. In most files it is the very first one.
   */
  async function findFirst(
    packets: PacketList,
    indexes: readonly number[],
    isRequested: (start: FrameStart, index: number) => boolean,
  ): Promise<number | null> {
    for (let first = 0, size = 1; first < indexes.length; first += size, size = MAX_CONCURRENT_READS) {
      const batch = indexes.slice(first, first + size)
      const batchStarts = await Promise.all(batch.map((index) => startAt(packets.at(index)!)))
      const firstMatch = batch.find((index, batchIndex) => isRequested(batchStarts[batchIndex]!, index))
      if (firstMatch !== undefined) return firstMatch
    }
    return null
  }

  return { startAt, findFirst, beginning: readBeginning }
}

export type StartReader = ReturnType<typeof createStartReader>

/**
 * Extends packets back to a frame where decoding can start: the last clean sync sample at or before `fromTick`, or
 * the very first packet of the track if there is none. Packets that turn out to be no start lose their sync mark.
 * @param packets in decode order, beginning with the last sync sample shown at or before fromTick
 * @param cover gives the packets from an earlier tick on
 * @returns unclean: the packets with the original sync marks if no clean start exists; otherwise null
 */
export async function extendToCleanStart(
  packets: PacketList,
  fromTick: number,
  timescale: number,
  startReader: StartReader,
  cover: (fromTick: number) => Promise<PacketList>,
): Promise<{ packets: PacketList; unclean: PacketList | null }> {
  let currentPackets = packets
  let uncheckedLength = packets.length
  for (let secondsBack = FIRST_STEP_BACK_SECONDS; ; secondsBack *= 2) {
    const firstNeeded = currentPackets.pts.findIndex((pts) => pts >= fromTick)
    const start = await lastCleanStart(currentPackets.slice(0, uncheckedLength), firstNeeded, fromTick, startReader)
    if (start !== null) {
      return { packets: withoutSyncBefore(currentPackets.slice(start), firstNeeded - start, fromTick), unclean: null }
    }
    const extendedPackets = await cover(currentPackets.pts[0]! - secondsBack * timescale)
    uncheckedLength = extendedPackets.offsets.indexOf(currentPackets.offsets[0]!)
    const isTrackStart = uncheckedLength <= 0
    if (isTrackStart)
      return { packets: withoutSyncBefore(currentPackets, firstNeeded, fromTick), unclean: currentPackets }
    currentPackets = extendedPackets
  }
}

/** Checks the sync samples of the tables from the last to the first. @returns the index of a clean start, or null */
async function lastCleanStart(packets: PacketList, firstNeeded: number, fromTick: number, startReader: StartReader) {
  const candidates: number[] = []
  for (let index = 0; index <= firstNeeded && index < packets.length; index++) {
    if (packets.syncs[index] === 1 && packets.pts[index]! <= fromTick) candidates.push(index)
  }
  return startReader.findFirst(packets, candidates.reverse(), (start, index) => isGoodStart(start, firstNeeded - index))
}

function withoutSyncBefore(packets: PacketList, firstNeeded: number, fromTick: number): PacketList {
  const isFalseSync = (sync: number, index: number) =>
    sync === 1 && index > 0 && index <= firstNeeded && packets.pts[index]! <= fromTick
  return packets.syncs.some(isFalseSync)
    ? packets.with({ syncs: packets.syncs.map((sync, index) => (isFalseSync(sync, index) ? 0 : sync)) })
    : packets
}

/** @param packetsUntilNeeded number of packets from this one to the first needed frame */
export function isGoodStart(start: FrameStart, packetsUntilNeeded: number): boolean {
  return (
    start !== null && start !== 'no start' && start.recoversAfter * MAX_PACKETS_FOR_EACH_REFERENCE <= packetsUntilNeeded
  )
}

/** Maximum number of sync samples to check. If none of them is a start, a later start is not expected. */
const MAX_CANDIDATES = 256

/**
 * Finds the first frame that can be decoded from these packets. A recording that begins in the middle of a GOP has
 * frames that cannot be decoded: all before its first keyframe, and that keyframe's leading frames, which refer to the
 * GOP before.
 * @param packets the packets of a recording from its first one on
 * @returns the presentation tick of the frame; null if decoding can start at none of the packets
 */
export async function firstDecodableTick(
  packets: PacketList,
  { codec, configurations }: VideoDescription,
  startReader: StartReader,
): Promise<number | null> {
  const candidates = [...packets.syncs.keys()].filter((index) => index === 0 || packets.syncs[index] === 1)
  const first = await startReader.findFirst(
    packets,
    candidates.slice(0, MAX_CANDIDATES),
    (start) => start !== 'no start',
  )
  const start = first === null ? null : await startReader.startAt(packets.at(first)!)
  if (first === null || start === null || start === 'no start') return null
  const decodable = packets.slice(first)
  return start.recoversAfter > 0
    ? firstRecoveredTick(decodable, start.recoversAfter, configurations, startReader)
    : firstLeadingTick(
        decodable,
        (sample, entryIndex) => {
          return codec === 'hevc' ? !isSkippedLeading(sample, configurations[entryIndex] ?? null) : start.isIdr
        },
        startReader,
      )
}

/**
 * The first correct frame after a recovery point of H.264: `recoversAfter` reference frames later, or an earlier
 * keyframe.
 */
async function firstRecoveredTick(
  packets: PacketList,
  recoversAfter: number,
  configurations: VideoDescription['configurations'],
  startReader: StartReader,
): Promise<number | null> {
  let references = 0
  for (const packet of packets.slice(1)) {
    const lengthBytes = lengthBytesOf(configurations[packet.entryIndex] ?? null, AVC_LENGTH_BYTE)
    if (isReferenceSample(await startReader.beginning(packet), lengthBytes)) references += 1
    const isClean = packet.isSync && isGoodStart(await startReader.startAt(packet), 0)
    if (references === recoversAfter || isClean) return packet.pts
  }
  return null
}

/**
 * The first decodable frame of a GOP: its keyframe, or an earlier leading frame that does not refer to the GOP before.
 */
async function firstLeadingTick(
  packets: PacketList,
  isDecodable: (sample: Uint8Array, entryIndex: number) => boolean,
  startReader: StartReader,
): Promise<number> {
  const keyTick = packets.pts[0]!
  let earliestTick = keyTick
  for (let index = 1; index < packets.length && packets.pts[index]! < keyTick; index++) {
    const packet = packets.at(index)!
    if (isDecodable(await startReader.beginning(packet), packet.entryIndex))
      earliestTick = Math.min(earliestTick, packet.pts)
  }
  return earliestTick
}

/** Offsets of the NAL unit length size in avcC and hvcC. */
const AVC_LENGTH_BYTE = 4
const HEVC_LENGTH_BYTE = 21

const CLEAN_START: FrameStart = { isIdr: true, recoversAfter: 0 }

/**
 * Determines from the bytes of a packet whether decoding can start there. The tables of the container may be wrong.
 * @param sample the first bytes of the packet, or all of them
 * @param configuration avcC or hvcC; null for codecs that have none
 */
export function decodeStart(codec: VideoCodecName, sample: Uint8Array, configuration: Uint8Array | null): FrameStart {
  switch (codec) {
    case 'h264':
      return readFrameStart(sample, lengthBytesOf(configuration, AVC_LENGTH_BYTE))
    case 'hevc':
      return hevcStart(sample, configuration)
    case 'vp8':
      return cleanStartIf(sample, (sample[0]! & 1) === 0)
    case 'vp9':
      return cleanStartIf(sample, readVp9Header(sample)?.isKey === true)
    case 'av1':
      return av1Start(sample)
  }
}

function cleanStartIf(sample: Uint8Array, isKey: boolean): FrameStart {
  return sample.length === 0 ? null : isKey ? CLEAN_START : 'no start'
}

/**
 * Size of the length field before each NAL unit; null without a configuration, because packets are then a byte stream
 * (Annex B).
 */
function lengthBytesOf(configuration: Uint8Array | null, at: number): number | null {
  return configuration && ((configuration[at] ?? 3) & 3) + 1
}

/** NAL unit types of HEVC: slices are below 32, and from 16 on they are intra random access frames. */
const LAST_SLICE_TYPE = 31
const FIRST_RANDOM_ACCESS_TYPE = 16
/** NAL unit types of random access skipped leading (RASL) frames. */
const SKIPPED_LEADING_TYPES = new Set([8, 9])

function hevcStart(sample: Uint8Array, configuration: Uint8Array | null): FrameStart {
  const type = hevcSliceType(sample, configuration)
  return type === null ? null : type >= FIRST_RANDOM_ACCESS_TYPE ? CLEAN_START : 'no start'
}

/** Whether an HEVC frame is a RASL frame, which refers to frames before its keyframe. */
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
    if (type === SEQUENCE_HEADER) return CLEAN_START
    if (FRAME_TYPES.includes(type)) return 'no start'
  }
  return null
}
