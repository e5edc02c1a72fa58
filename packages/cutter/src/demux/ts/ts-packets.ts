/** How the packets of a transport stream lie in a file. */
export interface TsLayout {
  /** 188, or more where a time stamp precedes or a checksum follows each packet. */
  strideBytes: number
  firstPacket: number
}

export const TS_PACKET_BYTES = 188
export const SYNC_BYTE = 0x47
const STRIDES = [188, 192, 204]
const PACKETS_TO_BE_SURE = 5
/** Recordings may begin in the middle of a packet, or after a header of the recorder. */
const LONGEST_LEAD_BYTES = 8192

/** Finds the raster of 0x47 bytes that makes a transport stream; null for anything else. */
export function findTsLayout(bytes: Uint8Array): TsLayout | null {
  const lead = Math.min(LONGEST_LEAD_BYTES, bytes.length)
  for (let at = 0; at < lead; at++) {
    if (bytes[at] !== SYNC_BYTE) continue
    const strideBytes = STRIDES.find((stride) => isRaster(bytes, at, stride))
    if (strideBytes) return { strideBytes, firstPacket: at }
  }
  return null
}

function isRaster(bytes: Uint8Array, at: number, stride: number): boolean {
  const possible = Math.floor((bytes.length - at - TS_PACKET_BYTES) / stride) + 1
  const looked = Math.min(PACKETS_TO_BE_SURE, possible)
  if (looked < 2) return false
  return Array.from({ length: looked }, (_, index) => bytes[at + index * stride]).every((byte) => byte === SYNC_BYTE)
}

/** One packet of a transport stream (ISO/IEC 13818-1, 2.4.3.2). */
export interface TsPacket {
  /** Where its sync byte is in the bytes that were walked. */
  at: number
  pid: number
  /** A section or PES packet begins with its payload. */
  startsUnit: boolean
  isScrambled: boolean
  payload: Buffer
}

const NOTHING = Buffer.alloc(0)

/** The packets of a run of bytes, from a sync byte on. Bytes that are out of step are skipped. */
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
      payload: adaptation & 1 ? bytes.subarray(payloadStart, at + TS_PACKET_BYTES) : NOTHING,
    }
    at += strideBytes
  }
}

function nextSync(bytes: Buffer, from: number, strideBytes: number): number {
  for (let at = from + 1; at + strideBytes < bytes.length; at++) {
    if (bytes[at] === SYNC_BYTE && bytes[at + strideBytes] === SYNC_BYTE) return at
  }
  return bytes.length
}
