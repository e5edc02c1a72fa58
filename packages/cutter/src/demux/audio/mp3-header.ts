/** Delay of an MP3 decoder, which players add to the encoder's delay. */
const DECODER_DELAY_SAMPLES = 529
const HAS_FRAMES = 1
const HAS_BYTES = 2
const HAS_TABLE = 4
const HAS_QUALITY = 8
const TABLE_BYTES = 100
/** Offset of the padding in LAME's tag, which follows the header. */
const PADDING_AT = 21
/** Offset of a VBRI header, equal for all frames. */
const VBRI_AT = 4 + 32

/**
 * Metadata of the whole file. It is in the first frame of an MP3 instead of audio. Absent values are not in the file.
 */
export interface Mp3Header {
  frames?: number
  /** Bytes from the header to the end of the last frame. */
  bytes?: number
  /** Samples that players skip at the start and at the end of the file. */
  padding?: { startSamples: number; endSamples: number }
}

/** Reads the Xing, Info or VBRI header in a frame; null for a frame with audio. */
export function readMp3Header(frame: Buffer): Mp3Header | null {
  if (frame.length >= VBRI_AT + 18 && frame.toString('latin1', VBRI_AT, VBRI_AT + 4) === 'VBRI') {
    return { bytes: frame.readUInt32BE(VBRI_AT + 10), frames: frame.readUInt32BE(VBRI_AT + 14) }
  }
  const tag = tagOffset(frame)
  if (frame.length < tag + 8 || !['Xing', 'Info'].includes(frame.toString('latin1', tag, tag + 4))) return null
  const flags = frame.readUInt32BE(tag + 4)
  const header: Mp3Header = {}
  let at = tag + 8
  if (flags & HAS_FRAMES && at + 4 <= frame.length) header.frames = frame.readUInt32BE(at)
  at += flags & HAS_FRAMES ? 4 : 0
  if (flags & HAS_BYTES && at + 4 <= frame.length) header.bytes = frame.readUInt32BE(at)
  at += flags & HAS_BYTES ? 4 : 0
  at += (flags & HAS_TABLE ? TABLE_BYTES : 0) + (flags & HAS_QUALITY ? 4 : 0)
  const paddingBits = at + PADDING_AT + 3 <= frame.length ? frame.readUIntBE(at + PADDING_AT, 3) : 0
  if (paddingBits === 0) return header
  const startSamples = (paddingBits >> 12) + DECODER_DELAY_SAMPLES
  const endSamples = (paddingBits & 0xfff) - DECODER_DELAY_SAMPLES
  return { ...header, padding: { startSamples, endSamples: Math.max(0, endSamples) } }
}

/** Offset of a Xing or Info header: after the frame header and the side information. */
function tagOffset(frame: Buffer): number {
  const isMpeg1 = ((frame[1]! >> 3) & 3) === 3
  const isMono = frame[3]! >> 6 === 3
  return 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
}
