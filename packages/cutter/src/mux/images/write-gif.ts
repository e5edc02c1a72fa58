import type { ClipSink } from '../../api/clip-sink.ts'
import type { EncodedChunk } from '../../codec/video-frame.ts'

const HEADER_BYTES = 13
const PALETTE_FLAG = 0x80
const TRAILER = Buffer.from([0x3b])
const CONTROL_EXTENSION = Buffer.from([0x21, 0xf9])
const CONTROL_BYTES = 8
/** The NETSCAPE extension, which every player supports. A loop count of zero means forever. */
const LOOP_FOR_EVER = Buffer.concat([
  Buffer.from([0x21, 0xff, 11]),
  Buffer.from('NETSCAPE2.0'),
  Buffer.from([3, 1, 0, 0, 0]),
])
/** Delays of a GIF are in hundredths of a second. */
const CENTISECONDS_PER_SECOND = 100

/**
 * Writes the frames as a GIF that loops forever. Returns its size in bytes.
 * @param startSeconds start of each frame in seconds; the last frame ends at endTime
 */
export async function writeGif(
  sink: ClipSink,
  frames: AsyncIterable<EncodedChunk>,
  startSeconds: readonly number[],
  endTime: number,
): Promise<number> {
  const delays = delaysInCentiseconds(startSeconds, endTime)
  let position = 0
  const write = async (bytes: Uint8Array) => {
    await sink.write(position, bytes)
    position += bytes.length
  }
  for await (const { timestamp: index, data } of frames) {
    const bytes = Buffer.from(data)
    const start = index === 0 ? headerEnd(bytes) : 0
    if (index === 0) {
      await write(bytes.subarray(0, start))
      await write(LOOP_FOR_EVER)
    }
    await write(withDelay(bytes.subarray(start), delays[index]!))
  }
  await write(TRAILER)
  return position
}

/** Offset after the header and the global palette. */
function headerEnd(bytes: Buffer): number {
  const flags = bytes[HEADER_BYTES - 3]!
  return HEADER_BYTES + (flags & PALETTE_FLAG ? 3 * 2 ** ((flags & 7) + 1) : 0)
}

function withDelay(frame: Buffer, centiseconds: number): Buffer {
  if (!frame.subarray(0, 2).equals(CONTROL_EXTENSION) || frame.length < CONTROL_BYTES) {
    throw new Error('A GIF frame begins with its control extension.')
  }
  frame.writeUInt16LE(centiseconds, 4)
  return frame
}

/**
 * Durations of frames from their starts. The starts are rounded, not the durations, so that rounding errors do not add
 * up.
 */
function delaysInCentiseconds(fromSeconds: readonly number[], endTime: number): number[] {
  const borders = [...fromSeconds, endTime].map((seconds) => Math.round(seconds * CENTISECONDS_PER_SECOND))
  return fromSeconds.map((_, index) => Math.max(1, borders[index + 1]! - borders[index]!))
}
