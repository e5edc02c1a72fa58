import { ID3_HEADER_BYTES, id3Bytes } from '../../bitstream/id3-length.ts'

const ID3V1_BYTES = 128
/** Length of the extended tag (TAG+), which precedes an ID3v1 tag. */
const ID3V1_EXTENSION_BYTES = 227
const APE_HEADER_BYTES = 32
const HAS_APE_HEADER = 0x8000_0000
const FIRST_LETTERS = new Set([...'ITA'].map((letter) => letter.charCodeAt(0)))

/** Length in bytes of the tag that begins at an offset; 0 if none begins there. */
export function tagBytesAt(bytes: Buffer, at: number): number {
  if (!FIRST_LETTERS.has(bytes[at]!)) return 0
  const marker = bytes.toString('latin1', at, at + 8)
  if (marker.startsWith('ID3')) return isId3Size(bytes, at) ? id3Bytes(bytes.subarray(at, at + ID3_HEADER_BYTES)) : 0
  if (marker.startsWith('TAG+')) return ID3V1_EXTENSION_BYTES
  if (marker.startsWith('TAG')) return ID3V1_BYTES
  // The size in an APE tag includes the footer, but not the header.
  return marker === 'APETAGEX' && at + 16 <= bytes.length ? APE_HEADER_BYTES + bytes.readUInt32LE(at + 12) : 0
}

/** Whether the size of an ID3 tag is valid: four bytes with seven bits each. */
function isId3Size(bytes: Buffer, at: number): boolean {
  return at + ID3_HEADER_BYTES <= bytes.length && bytes.subarray(at + 6, at + 10).every((byte) => byte < 0x80)
}

/** Index at which the audio ends, before the tags at the end of a file. @param tail the last bytes of the file */
export function endBeforeTags(tail: Buffer): number {
  let end = tail.length
  if (tail.toString('latin1', end - ID3V1_BYTES, end - ID3V1_BYTES + 3) === 'TAG') end -= ID3V1_BYTES
  const footer = end - APE_HEADER_BYTES
  if (footer < 0 || tail.toString('latin1', footer, footer + 8) !== 'APETAGEX') return end
  const hasHeader = tail.readUInt32LE(footer + 20) >= HAS_APE_HEADER
  return end - tail.readUInt32LE(footer + 12) - (hasHeader ? APE_HEADER_BYTES : 0)
}
