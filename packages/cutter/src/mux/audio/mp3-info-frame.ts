export interface Mp3Totals {
  /** First encoded frame. The info frame has its header and, for a constant bitrate, its length without padding. */
  firstFrame: Uint8Array
  /** Whether the bitrate is variable (LAME's quality 2), so that frames differ in size. */
  isVariable: boolean
  /** Offset of each frame among the bytes of all frames. */
  frameStarts: readonly number[]
  /** Size and CRC of all frames. */
  bytes: number
  bytesCrc: number
  /** Samples of real audio, without padding. */
  samples: number
  /** Samples of each frame. */
  frameSamples: number
}

/** Samples that LAME inserts before the first real sample. Players add the decoder's delay of 529. */
const ENCODER_DELAY_SAMPLES = 576
const TAG_OFFSET_STEREO = 4 + 32
const TAG_OFFSET_MONO = 4 + 17
const XING_FLAGS = 0b1111
const CONSTANT_RATE_METHOD = 1
const VARIABLE_RATE_METHOD = 4
/** Quality indicator of the Xing tag: 100, less ten for each step of LAME's quality setting. */
const V2_QUALITY = 80
/** Bitrate index of the info frame for a variable bitrate: 128 kbit/s. Smaller frames are too short for the tags. */
const VARIABLE_RATE = 0x90
const VARIABLE_KBPS = 128
/** Padding bit in the third byte of a header. A padded frame is one byte longer. */
const PADDING_BIT = 0b10

/**
 * Builds the info frame that precedes the audio of an MP3 file (Xing and LAME tags). It is silent and states the
 * padding samples at both ends. Without it, players would play 25 ms of padding first.
 */
export function mp3InfoFrame(totals: Mp3Totals): Buffer {
  const { firstFrame, frameStarts, bytes, isVariable } = totals
  const header = Buffer.from(firstFrame.subarray(0, 4))
  const isPadded = (header[2]! & PADDING_BIT) !== 0
  // The info frame has neither padding nor a checksum.
  header[2]! &= ~PADDING_BIT
  header[1]! |= 1
  if (isVariable) header[2] = VARIABLE_RATE | (header[2]! & 0x0f)
  const frame = Buffer.alloc(isVariable ? variableFrameBytes(header) : firstFrame.length - (isPadded ? 1 : 0))
  header.copy(frame)
  const isMono = header[3]! >> 6 === 3
  const tag = isMono ? TAG_OFFSET_MONO : TAG_OFFSET_STEREO
  frame.write(isVariable ? 'Xing' : 'Info', tag, 'latin1')
  frame.writeUInt32BE(XING_FLAGS, tag + 4)
  frame.writeUInt32BE(frameStarts.length, tag + 8)
  frame.writeUInt32BE(bytes + frame.length, tag + 12)
  for (let percent = 0; percent < 100; percent++) {
    // The table of contents has the file position of each percent of the duration, in 256ths of the file.
    const start = frameStarts[Math.floor((percent * frameStarts.length) / 100)] ?? 0
    const share = isVariable ? (frame.length + start) / (frame.length + bytes) : percent / 100
    frame[tag + 16 + percent] = Math.min(255, Math.floor(256 * share))
  }
  if (isVariable) frame.writeUInt32BE(V2_QUALITY, tag + 116)
  writeLameTag(frame, tag + 120, totals)
  return frame
}

function variableFrameBytes(header: Uint8Array): number {
  const sampleRate = [44_100, 48_000, 32_000][(header[2]! >> 2) & 3]!
  return Math.floor((144_000 * VARIABLE_KBPS) / sampleRate)
}

function writeLameTag(frame: Buffer, at: number, totals: Mp3Totals): void {
  const padding = totals.frameStarts.length * totals.frameSamples - ENCODER_DELAY_SAMPLES - totals.samples
  const delays = ENCODER_DELAY_SAMPLES * 0x1000 + Math.max(0, Math.min(0xfff, padding))
  frame.write('LAME3.100', at, 'latin1')
  frame[at + 9] = totals.isVariable ? VARIABLE_RATE_METHOD : CONSTANT_RATE_METHOD
  frame[at + 20] = 255
  frame.writeUIntBE(delays, at + 21, 3)
  frame.writeUInt32BE(totals.bytes + frame.length, at + 28)
  frame.writeUInt16BE(totals.bytesCrc, at + 32)
  frame.writeUInt16BE(crc16(frame.subarray(0, at + 34)), at + 34)
}

/** Table for CRC-16 of MP3 info tags: polynomial 0x8005, reflected bits, start value 0. */
const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})

/** Computes CRC-16 of bytes. @param crc result for the bytes before them */
export function crc16(bytes: Uint8Array, crc = 0): number {
  let value = crc
  for (const byte of bytes) value = (value >>> 8) ^ CRC_TABLE[(value ^ byte) & 0xff]!
  return value
}
