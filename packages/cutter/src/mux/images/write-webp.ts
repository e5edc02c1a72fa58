const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** Before the image of a frame are its place and how long it is shown, in milliseconds. */
const FRAME_HEADER_BYTES = 16
const DURATION_AT = 12

export interface WebpFrame {
  /** Where it covers what was shown before, in pixels. */
  left: number
  top: number
  milliseconds: number
  /** Where its header begins in the file. */
  at: number
  /** The chunks with its image. */
  image: Buffer
}

/** The frames of an animated WebP, in order; none of one that is still. */
export function webpFrames(file: Buffer): WebpFrame[] {
  const frames: WebpFrame[] = []
  for (let chunkAt = HEADER_BYTES; chunkAt + CHUNK_HEADER_BYTES <= file.length; ) {
    const size = file.readUInt32LE(chunkAt + 4)
    const at = chunkAt + CHUNK_HEADER_BYTES
    if (file.toString('latin1', chunkAt, chunkAt + 4) === 'ANMF') {
      const left = 2 * file.readUIntLE(at, 3)
      const top = 2 * file.readUIntLE(at + 3, 3)
      const milliseconds = file.readUIntLE(at + DURATION_AT, 3)
      frames.push({ left, top, milliseconds, at, image: file.subarray(at + FRAME_HEADER_BYTES, at + size) })
    }
    chunkAt = at + size + (size % 2)
  }
  return frames
}

/** Shows the last frame until endTime: the encoder knows when frames begin, but not when the last one ends. */
export function endWebp(file: Buffer, endTime: number): void {
  const frames = webpFrames(file)
  const last = frames.pop()
  const before = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  if (last) file.writeUIntLE(Math.max(1, Math.round(1000 * endTime) - before), last.at + DURATION_AT, 3)
}
