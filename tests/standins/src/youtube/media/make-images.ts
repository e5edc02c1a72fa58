import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Decoder, Demuxer, Encoder, FilterAPI } from 'node-av/api'
import { AVCOL_RANGE_JPEG, AVCOL_RANGE_MPEG, FF_ENCODER_LIBWEBP, FF_ENCODER_MJPEG } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { FRAMES_PER_SECOND } from './standin-format.ts'
import { type StoryboardLevel, storyboardFileName } from './storyboards.ts'
import { THUMBNAILS } from './thumbnails.ts'

/** Writes each thumbnail as JPEG and WebP: one frame, a third into the video. */
export async function makeThumbnails(videoPath: string, durationSeconds: number, directory: string): Promise<void> {
  const frame = await decodeFrame(videoPath, Math.floor((durationSeconds * FRAMES_PER_SECOND) / 3))
  for (const { name, width, height } of THUMBNAILS) {
    const filters = [
      `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
      `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    ]
    const [jpeg] = await encodeImages(once(frame), filters, 'jpeg')
    const [webp] = await encodeImages(once(frame), filters, 'webp')
    await writeFile(join(directory, `${name}.jpg`), jpeg!)
    await writeFile(join(directory, `${name}.webp`), webp!)
  }
  frame.free()
}

/** Writes the sheets of one level. Frame k shows frame `k * everyFrames` of the video. */
export async function makeStoryboard(videoPath: string, board: StoryboardLevel, directory: string): Promise<void> {
  const filters = [
    `select='not(mod(n,${board.everyFrames}))'`,
    `scale=${board.width}:${board.height}`,
    `tile=${board.columns}x${board.rows}`,
  ]
  const sheets = await encodeImages(decodeFrames(videoPath), filters, 'jpeg')
  for (const [sheet, videoFrame] of sheets.entries()) {
    await writeFile(join(directory, storyboardFileName(board.level, sheet)), videoFrame)
  }
}

async function decodeFrame(videoPath: string, frameNumber: number): Promise<Frame> {
  let number = 0
  for await (const frame of decodeFrames(videoPath)) {
    if (number === frameNumber) return frame
    frame.free()
    number += 1
  }
  throw new Error(`${videoPath} has only ${number} frames, number ${frameNumber} was wanted`)
}

/** The filter takes possession of what it is given, so it gets a reference of its own. */
async function* once(frame: Frame): AsyncGenerator<Frame> {
  yield frame.clone()!
}

type ImageKind = 'jpeg' | 'webp'

/** Frames in presentation order; the caller frees each one. */
async function* decodeFrames(videoPath: string): AsyncGenerator<Frame> {
  const held = new AsyncDisposableStack()
  try {
    const input = held.use(await Demuxer.open(videoPath))
    const stream = input.video()
    if (!stream) throw new Error(`${videoPath} has no frame`)
    const decoder = held.use(await Decoder.create(stream))
    for await (const frame of decoder.frames(input.packets(stream.index))) {
      if (frame) yield frame
    }
  } finally {
    await held.disposeAsync()
  }
}

/** Passes frames through FFmpeg filters and encodes each frame that comes out. */
async function encodeImages(
  frames: AsyncIterable<Frame>,
  filters: readonly string[],
  kind: ImageKind,
): Promise<Buffer[]> {
  // JPEG uses the whole range of values, video and WebP the narrow one.
  const range = kind === 'jpeg' ? 'pc' : 'tv'
  const held = new DisposableStack()
  try {
    const filter = held.use(FilterAPI.create([...filters, `scale=out_range=${range}`, 'format=yuv420p'].join(',')))
    const encoder = held.use(
      await Encoder.create(kind === 'jpeg' ? FF_ENCODER_MJPEG : FF_ENCODER_LIBWEBP, {
        filter,
        context: { bitRate: '20M', colorRange: kind === 'jpeg' ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG },
      }),
    )
    const videoFrames: Buffer[] = []
    for await (const packet of encoder.packets(filter.frames(endWithNull(frames)))) {
      if (packet?.data) videoFrames.push(Buffer.from(packet.data))
      packet?.free()
    }
    return videoFrames
  } finally {
    held.dispose()
  }
}

/** A filter flushes its remaining frames (an unfinished sheet of tiles) when it gets null. */
async function* endWithNull(frames: AsyncIterable<Frame>): AsyncGenerator<Frame | null> {
  yield* frames
  yield null
}
