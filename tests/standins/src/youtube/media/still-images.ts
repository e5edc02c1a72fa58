import { Decoder, Demuxer, Encoder, FilterAPI } from 'node-av/api'
import { AVCOL_RANGE_JPEG, AVCOL_RANGE_MPEG, FF_ENCODER_LIBWEBP, FF_ENCODER_MJPEG } from 'node-av/constants'
import type { Frame } from 'node-av/lib'

export type ImageKind = 'jpeg' | 'webp'

/** Decodes a video to frames in presentation order; the caller frees each one. */
export async function* decodeFrames(videoPath: string): AsyncGenerator<Frame> {
  const resources = new AsyncDisposableStack()
  try {
    const input = resources.use(await Demuxer.open(videoPath))
    const stream = input.video()
    if (!stream) throw new Error(`${videoPath} has no frame`)
    const decoder = resources.use(await Decoder.create(stream))
    for await (const frame of decoder.frames(input.packets(stream.index))) {
      if (frame) yield frame
    }
  } finally {
    await resources.disposeAsync()
  }
}

/** Passes frames through FFmpeg filters and encodes each frame that comes out. */
export async function encodeImages(
  frames: AsyncIterable<Frame>,
  filters: readonly string[],
  kind: ImageKind,
): Promise<Buffer[]> {
  // JPEG uses full range; video and WebP use limited range.
  const range = kind === 'jpeg' ? 'pc' : 'tv'
  const resources = new DisposableStack()
  try {
    const filter = resources.use(FilterAPI.create([...filters, `scale=out_range=${range}`, 'format=yuv420p'].join(',')))
    const encoder = resources.use(
      await Encoder.create(kind === 'jpeg' ? FF_ENCODER_MJPEG : FF_ENCODER_LIBWEBP, {
        filter,
        context: { bitRate: '20M', colorRange: kind === 'jpeg' ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG },
      }),
    )
    const images: Buffer[] = []
    for await (const packet of encoder.packets(filter.frames(endWithNull(frames)))) {
      if (packet?.data) images.push(Buffer.from(packet.data))
      packet?.free()
    }
    return images
  } finally {
    resources.dispose()
  }
}

/** A filter flushes its remaining frames (an unfinished sheet of tiles) when it gets null. */
async function* endWithNull(frames: AsyncIterable<Frame>): AsyncGenerator<Frame | null> {
  yield* frames
  yield null
}
