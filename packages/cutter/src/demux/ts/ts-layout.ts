/** How the packets of a transport stream lie in a file. */
export interface TsLayout {
  /** 188, or more where a time stamp precedes or a checksum follows each packet. */
  strideBytes: number
  /** Where the first packet's sync byte is. */
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
