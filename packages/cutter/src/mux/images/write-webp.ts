const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** Header of an ANMF chunk before its image: position, size, duration in milliseconds and flags. */
const FRAME_HEADER_BYTES = 16
const DURATION_AT = 12

export interface WebpFrame {
  /** Position on the canvas, in pixels. */
  left: number
  top: number
  milliseconds: number
  /** Offset of its header in the file. */
  at: number
  /** Chunks of its image. */
  image: Buffer
}

/** The frames of an animated WebP, in order; empty for a still image. */
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

/** Sets the duration of the last frame so that it ends at endTime. The encoder only knows the starts of frames. */
export function setWebpEnd(file: Buffer, endTime: number): void {
  const frames = webpFrames(file)
  const lastFrame = frames.pop()
  const lastStart = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  if (lastFrame) file.writeUIntLE(Math.max(1, Math.round(1000 * endTime) - lastStart), lastFrame.at + DURATION_AT, 3)
}
