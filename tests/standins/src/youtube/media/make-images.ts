import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame } from 'node-av/lib'
import { FRAMES_PER_SECOND } from './standin-format.ts'
import { decodeFrames, encodeImages } from './still-images.ts'
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
    const [jpeg] = await encodeImages(yieldClone(frame), filters, 'jpeg')
    const [webp] = await encodeImages(yieldClone(frame), filters, 'webp')
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
  for (const [sheet, image] of sheets.entries()) {
    await writeFile(join(directory, storyboardFileName(board.level, sheet)), image)
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

/** Yields a new reference to a frame, because the filter frees the references that it gets. */
async function* yieldClone(frame: Frame): AsyncGenerator<Frame> {
  yield frame.clone()!
}
