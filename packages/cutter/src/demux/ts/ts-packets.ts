/** Positions of the packets of a transport stream in a file. */
export interface TsLayout {
  /** Distance of packets: 188, or more with a timestamp before each packet or a checksum after it. */
  strideBytes: number
  /** Offset of the first sync byte. */
  firstPacket: number
}

export const TS_PACKET_BYTES = 188
export const SYNC_BYTE = 0x47
const PACKET_STRIDES = [188, 192, 204]
const CHECKED_PACKETS = 5
/** Longest data before the first packet: a part of a packet, or a header of the recorder. */
const MAX_LEAD_BYTES = 8192

/** Finds the sync bytes (0x47) of a transport stream, at equal distances; null for any other file. */
export function findTsLayout(bytes: Uint8Array): TsLayout | null {
  const lead = Math.min(MAX_LEAD_BYTES, bytes.length)
  for (let at = 0; at < lead; at++) {
    if (bytes[at] !== SYNC_BYTE) continue
    const strideBytes = PACKET_STRIDES.find((stride) => areSyncBytesAt(bytes, at, stride))
    if (strideBytes) return { strideBytes, firstPacket: at }
  }
  return null
}

function areSyncBytesAt(bytes: Uint8Array, at: number, stride: number): boolean {
  const availablePackets = Math.floor((bytes.length - at - TS_PACKET_BYTES) / stride) + 1
  const checkedPackets = Math.min(CHECKED_PACKETS, availablePackets)
  if (checkedPackets < 2) return false
  return Array.from({ length: checkedPackets }, (_, index) => bytes[at + index * stride]).every(
    (byte) => byte === SYNC_BYTE,
  )
}

/** One packet of a transport stream (ISO/IEC 13818-1, 2.4.3.2). */
export interface TsPacket {
  /** Index of its sync byte in the bytes. */
  at: number
  pid: number
  /** Whether a section or PES packet begins in its payload. */
  startsUnit: boolean
  isScrambled: boolean
  /** Whether padding shortens the payload, which is then the end of a PES packet. */
  isPadded: boolean
  payload: Buffer
}

const EMPTY_PAYLOAD = Buffer.alloc(0)

/** Yields the packets in the bytes. Bytes between packets are skipped up to the next two sync bytes in a row. */
export function* tsPackets(bytes: Buffer, { strideBytes, firstPacket }: TsLayout): Generator<TsPacket> {
  let at = firstPacket
  while (at + TS_PACKET_BYTES <= bytes.length) {
    if (bytes[at] !== SYNC_BYTE) {
      at = nextSync(bytes, at, strideBytes)
      continue
    }
    const adaptation = (bytes[at + 3]! >> 4) & 3
    const adaptationBytes = adaptation & 2 ? 1 + bytes[at + 4]! : 0
    const payloadStart = Math.min(at + 4 + adaptationBytes, at + TS_PACKET_BYTES)
    yield {
      at,
      pid: ((bytes[at + 1]! & 0x1f) << 8) | bytes[at + 2]!,
      startsUnit: (bytes[at + 1]! & 0x40) !== 0,
      isScrambled: (bytes[at + 3]! & 0xc0) !== 0,
      isPadded: adaptationBytes > 0 && adaptationBytes > usedAdaptationBytes(bytes, at + 4),
      payload: adaptation & 1 ? bytes.subarray(payloadStart, at + TS_PACKET_BYTES) : EMPTY_PAYLOAD,
    }
    at += strideBytes
  }
}

/** Flags of the fields in an adaptation field: clocks, splice countdown, and fields whose first byte gives their size. */
const CLOCK_FLAGS = [0x10, 0x08]
const CLOCK_BYTES = 6
const SPLICE_FLAG = 0x04
const SIZED_FLAGS = [0x02, 0x01]

/** Bytes of an adaptation field without its padding (ISO/IEC 13818-1, 2.4.3.4). */
function usedAdaptationBytes(bytes: Buffer, start: number): number {
  if (bytes[start] === 0) return 0
  const flags = bytes[start + 1]!
  let end = start + 2
  for (const flag of CLOCK_FLAGS) if (flags & flag) end += CLOCK_BYTES
  if (flags & SPLICE_FLAG) end += 1
  for (const flag of SIZED_FLAGS) if (flags & flag) end += 1 + (bytes[end] ?? 0)
  return end - start
}

function nextSync(bytes: Buffer, from: number, strideBytes: number): number {
  for (let at = from + 1; at + strideBytes < bytes.length; at++) {
    if (bytes[at] === SYNC_BYTE && bytes[at + strideBytes] === SYNC_BYTE) return at
  }
  return bytes.length
}
