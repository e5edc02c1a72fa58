/** CRC-16 as MP3 info tags use it: polynomial 0x8005, bits reflected, starting at 0. */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})

/** @param crc the result for the bytes before these */
export function crc16(bytes: Uint8Array, crc = 0): number {
  let value = crc
  for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 0xff]!
  return value
}
