/** The decoder's own delay, which players add to the encoder's. */
const DECODER_DELAY_SAMPLES = 529
const HAS_FRAMES = 1
const HAS_BYTES = 2
const HAS_TABLE = 4
const HAS_QUALITY = 8
const TABLE_BYTES = 100
/** In LAME's tag behind the header: the padding. */
const PADDING_AT = 21
/** A VBRI header is at the same place in every frame. */
const VBRI_AT = 4 + 32

/** What the first frame of an MP3 says of the whole, instead of holding audio. Absent values were not noted. */
export interface Mp3Header {
  frames?: number
  /** From the header to the last frame. */
  bytes?: number
  /** Samples before the first one and behind the last one, as the encoder noted them. Players leave them out. */
  padding?: { before: number; behind: number }
}

/** Reads the header in a frame (Xing, Info or VBRI); null: the frame holds audio. */
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
  const noted = at + PADDING_AT + 3 <= frame.length ? frame.readUIntBE(at + PADDING_AT, 3) : 0
  if (noted === 0) return header
  const before = (noted >> 12) + DECODER_DELAY_SAMPLES
  const behind = (noted & 0xfff) - DECODER_DELAY_SAMPLES
  return { ...header, padding: { before, behind: Math.max(0, behind) } }
}

/** Behind the header of the frame and what a frame of its kind has next. */
function tagOffset(frame: Buffer): number {
  const isMpeg1 = ((frame[1]! >> 3) & 3) === 3
  const isMono = frame[3]! >> 6 === 3
  return 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
}
