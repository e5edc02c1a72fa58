import { SYNC_BYTE, TS_PACKET_BYTES, type TsLayout } from './ts-layout.ts'

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
