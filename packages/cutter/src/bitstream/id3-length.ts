export const ID3_HEADER_BYTES = 10
const HAS_FOOTER = 0x10

/** Length in bytes of the ID3 tag that begins with this header (ID3 2.4, 3.1); 0 if the bytes are no ID3 header. */
export function id3Bytes(header: Uint8Array): number {
  if (Buffer.from(header.subarray(0, 3)).toString('latin1') !== 'ID3') return 0
  const body = header.subarray(6, ID3_HEADER_BYTES).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return ID3_HEADER_BYTES + body + (header[5]! & HAS_FOOTER ? ID3_HEADER_BYTES : 0)
}
