import { CutterError } from '../../cutter-error.ts'
import {
  childElements,
  type EbmlElement,
  LONGEST_HEADER_BYTES,
  readElement,
  readUnsigned,
  readVint,
  vintBytes,
} from './ebml.ts'
import { CLUSTER } from './matroska-layout.ts'

/** One packet in a cluster. */
export interface MatroskaPacket {
  track: number
  /** In ticks of the file. */
  tick: number
  /** 0: it does not say. */
  durationTicks: number
  isKey: boolean
  /** Where its bytes are in those that were read. */
  start: number
  end: number
  /** Its place among the packets of one block, which share their time. */
  lace: number
}

const TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const BLOCK_DURATION = 0x9b
const REFERENCE = 0xfb
const CHECKSUM = 0xbf
/** What stands in clusters; anything else ends one whose size is unknown. */
const IN_CLUSTER = new Set([TIMESTAMP, SIMPLE_BLOCK, BLOCK_GROUP, 0xa7, 0xab, 0xaf, 0x5854, 0xec, CHECKSUM])

/** When a cluster begins, in ticks, or null when these bytes are no cluster after all. */
export function clusterTick(bytes: Buffer, at: number): number | null {
  const cluster = readElement(bytes, at)
  if (cluster?.id !== CLUSTER) {
    return null
  }
  let child = readElement(bytes, cluster.bodyStart)
  while (child && child.id !== TIMESTAMP && IN_CLUSTER.has(child.id) && child.id !== SIMPLE_BLOCK) {
    child = readElement(bytes, child.end)
  }
  const isTimestamp = child?.id === TIMESTAMP && child.end - child.bodyStart <= 8 && child.end <= bytes.length
  return child && isTimestamp ? readUnsigned(bytes, child) : null
}

/** Where in a cluster bytes begin: at its own beginning, or at one of the blocks in it. */
export interface InCluster {
  tick: number
  /** Where the cluster ends, counted from the beginning of the bytes; Infinity: it does not say. */
  end: number
}

export interface ClusterPiece {
  packets: MatroskaPacket[]
  /** Where what was understood ends in the bytes. */
  end: number
  /** How the cluster goes on from there; null: it ends there. */
  rest: InCluster | null
  /** How many bytes it takes, from the beginning of these, to get any further. */
  neededBytes: number
}

/**
 * The packets in a piece of a cluster, as far as they are whole.
 * @param from null: the bytes begin with the cluster itself
 * @returns null when there is no cluster
 */
export function parseClusterPiece(bytes: Buffer, from: InCluster | null): ClusterPiece | null {
  const cluster = from ? null : readElement(bytes, 0)
  if (!from && cluster?.id !== CLUSTER) {
    return null
  }
  const clusterEnd = from?.end ?? cluster!.end
  const packets: MatroskaPacket[] = []
  let tick = from?.tick ?? 0
  let at = cluster?.bodyStart ?? 0
  const stopped = (neededBytes: number): ClusterPiece => ({
    packets,
    end: at,
    rest: { tick, end: clusterEnd - at },
    neededBytes,
  })
  while (at < clusterEnd) {
    const element = readElement(bytes, at)
    if (!element) {
      // Behind the last byte, or something that is none of ours.
      const isRead = at + LONGEST_HEADER_BYTES <= bytes.length
      const end = clusterEnd === Infinity ? at : clusterEnd
      return isRead ? { packets, end, rest: null, neededBytes: 0 } : stopped(at + LONGEST_HEADER_BYTES)
    }
    if (clusterEnd === Infinity && !IN_CLUSTER.has(element.id)) {
      return { packets, end: at, rest: null, neededBytes: 0 }
    }
    if (element.id === CLUSTER) {
      throw new CutterError('broken_media', 'A cluster claims to hold the one behind it.')
    }
    if (element.end > bytes.length) {
      return element.end > clusterEnd ? { packets, end: clusterEnd, rest: null, neededBytes: 0 } : stopped(element.end)
    }
    if (element.id === TIMESTAMP) {
      tick = readUnsigned(bytes, element)
    } else if (element.id === SIMPLE_BLOCK) {
      const isKey = (bytes[headerEnd(bytes, element) - 1]! & 0x80) !== 0
      packets.push(...blockPackets(bytes, element, tick, isKey, 0))
    } else if (element.id === BLOCK_GROUP) {
      packets.push(...groupPackets(bytes, element, tick))
    }
    at = element.end
  }
  return { packets, end: clusterEnd, rest: null, neededBytes: 0 }
}

/** Where the first block begins in the last bytes of a cluster: from there one follows the other until the very end. */
export function firstBlockIn(bytes: Buffer): number | null {
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] === SIMPLE_BLOCK || bytes[at] === BLOCK_GROUP) && leadsToEnd(bytes, at)) {
      return at
    }
  }
  return null
}

/** A block by chance is followed by none. */
const LEAST_BLOCKS = 3

function leadsToEnd(bytes: Buffer, from: number): boolean {
  let at = from
  let blocks = 0
  while (at < bytes.length) {
    const element = readElement(bytes, at)
    if (!element || !IN_CLUSTER.has(element.id) || element.id === TIMESTAMP) {
      return false
    }
    at = element.end
    blocks += 1
  }
  return at === bytes.length && blocks >= LEAST_BLOCKS
}

function groupPackets(bytes: Buffer, group: EbmlElement, tick: number): MatroskaPacket[] {
  const fields = [...childElements(bytes, group)]
  const block = fields.find(({ id }) => id === BLOCK)
  const duration = fields.find(({ id }) => id === BLOCK_DURATION)
  const isKey = !fields.some(({ id }) => id === REFERENCE)
  return block ? blockPackets(bytes, block, tick, isKey, duration ? readUnsigned(bytes, duration) : 0) : []
}

/** A block begins with the track's number, its time against the cluster's, and flags. */
function headerEnd(bytes: Buffer, { bodyStart }: EbmlElement): number {
  return bodyStart + vintBytes(bytes[bodyStart] ?? 0) + 3
}

function blockPackets(
  bytes: Buffer,
  block: EbmlElement,
  clusterTick: number,
  isKey: boolean,
  durationTicks: number,
): MatroskaPacket[] {
  const at = headerEnd(bytes, block)
  if (at > block.end) {
    return []
  }
  const track = readVint(bytes, block.bodyStart, at - 3 - block.bodyStart) ?? 0
  const tick = clusterTick + bytes.readInt16BE(at - 3)
  const sizes = laceSizes(bytes, at, block.end, (bytes[at - 1]! >> 1) & 3)
  let start = sizes.dataStart
  return sizes.sizes.map((size, lace) => {
    start += size
    return {
      track,
      tick,
      durationTicks: durationTicks / sizes.sizes.length,
      isKey,
      start: start - size,
      end: start,
      lace,
    }
  })
}

/** How long the packets of one block are: several small ones may share a block (RFC 9559, 10.3). */
function laceSizes(bytes: Buffer, at: number, end: number, lacing: number): { sizes: number[]; dataStart: number } {
  if (lacing === 0) {
    return { sizes: [end - at], dataStart: at }
  }
  const count = bytes[at]! + 1
  let next = at + 1
  if (lacing === 2) {
    const size = Math.floor((end - next) / count)
    return { sizes: Array(count).fill(size), dataStart: next }
  }
  const sizes: number[] = []
  for (let index = 0; index < count - 1; index++) {
    if (lacing === 1) {
      let size = 0
      while (bytes[next] === 255 && next < end) {
        size += 255
        next += 1
      }
      sizes.push(size + (bytes[next] ?? 0))
      next += 1
    } else {
      const length = vintBytes(bytes[next] ?? 0)
      const value = readVint(bytes, next, length) ?? 0
      // After the first one, sizes are told as differences.
      sizes.push(index === 0 ? value : sizes[index - 1]! + value - (2 ** (7 * length - 1) - 1))
      next += length
    }
  }
  const rest = end - next - sizes.reduce((sum, size) => sum + size, 0)
  const isSound = rest >= 0 && sizes.every((size) => size >= 0)
  return isSound ? { sizes: [...sizes, rest], dataStart: next } : { sizes: [], dataStart: at }
}
