import type { ClipSink } from '../../api/clip-sink.ts'
import type { FrameSize } from '../../plan/scaled-size.ts'

export interface WebpFrame {
  fromSeconds: number
  /** The chunk with the encoded frame. */
  chunk: Uint8Array
}

const HAS_ANIMATION = 0x02
/** Each frame covers the one before; none is see-through. */
const REPLACE = 0x02
const UNITS_PER_SECOND = 1000
/** RIFF and WEBP, then the chunks VP8X and ANIM. */
const HEADER_BYTES = 12 + 18 + 14
export const FRAME_HEADER_BYTES = 24

/** Writes the frames as an animated WebP that plays forever. Returns its size. */
export async function writeWebp(
  sink: ClipSink,
  frames: AsyncIterable<WebpFrame>,
  size: () => FrameSize,
  endTime: number,
): Promise<number> {
  let position = HEADER_BYTES
  const write = async ({ fromSeconds, chunk }: WebpFrame, until: number) => {
    const [milliseconds] = shownUnits([fromSeconds], until, UNITS_PER_SECOND)
    const bytes = animationFrame(size(), milliseconds!, chunk)
    await sink.write(position, bytes)
    position += bytes.length
  }
  let held: WebpFrame | null = null
  for await (const frame of frames) {
    if (held) await write(held, frame.fromSeconds)
    held = frame
  }
  if (held) await write(held, endTime)
  await sink.write(0, header(size(), position))
  return position
}

function header({ width, height }: FrameSize, sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(sizeBytes - 8, 4)
  bytes.write('WEBPVP8X', 8, 'latin1')
  bytes.writeUInt32LE(10, 16)
  bytes[20] = HAS_ANIMATION
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  bytes.write('ANIM', 30, 'latin1')
  // Six bytes: a transparent background, and the number of loops: zero, forever.
  bytes.writeUInt32LE(6, 34)
  return bytes
}

function animationFrame({ width, height }: FrameSize, milliseconds: number, chunk: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEADER_BYTES)
  head.write('ANMF', 0, 'latin1')
  head.writeUInt32LE(16 + chunk.length, 4)
  head.writeUIntLE(width - 1, 14, 3)
  head.writeUIntLE(height - 1, 17, 3)
  head.writeUIntLE(milliseconds, 20, 3)
  head[23] = REPLACE
  return Buffer.concat([head, chunk])
}

/**
 * How long each frame is shown, in whole units, given when each begins. Rounded from the clip's zero: what is rounded
 * away must not add up.
 */
export function shownUnits(fromSeconds: readonly number[], endTime: number, unitsPerSecond: number): number[] {
  const borders = [...fromSeconds, endTime].map((seconds) => Math.round(seconds * unitsPerSecond))
  return fromSeconds.map((_, index) => Math.max(1, borders[index + 1]! - borders[index]!))
}
