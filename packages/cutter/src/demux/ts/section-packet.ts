import { SYNC_BYTE, TS_PACKET_BYTES } from './ts-layout.ts'

/** A packet that holds a short section: one of the tables of a transport stream. */
export function sectionPacket(pid: number, table: number, extension: number, body: Buffer): Buffer {
  const head = Buffer.from([table, 0, 0, 0, 0, 0xc1, 0, 0])
  head.writeUInt16BE(0xb000 | (5 + body.length + 4), 1)
  head.writeUInt16BE(extension, 3)
  const section = Buffer.concat([head, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(section))
  const packet = Buffer.alloc(TS_PACKET_BYTES, 0xff)
  packet.writeUInt8(SYNC_BYTE, 0)
  packet.writeUInt16BE(0x4000 | pid, 1)
  packet.writeUInt8(0x10, 3)
  packet.writeUInt8(0, 4)
  Buffer.concat([section, checksum]).copy(packet, 5)
  return packet
}

/** That of MPEG: no bit is reflected. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
