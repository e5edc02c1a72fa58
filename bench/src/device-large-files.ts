import { join } from 'node:path'
import { fileSource, open } from '@kerf/cutter'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { writeSparseVideo } from '../../packages/cutter/tests/support/sparse-video.ts'

export interface LargeFile {
  name: string
  path: string
  /** A time from which ten seconds are in the file. */
  startTime: number
}

const LARGE_BYTES = 3_000_000_000
const FRAME_RATE = 30
const ROUND_FRAMES = 48
const FIRST_ROUND = 2000
const ROUNDS = 12

/** Two sparse files of 3 GB, with their index at the start or end. Only the data that is cut is written. */
export async function largeFiles(folder: string): Promise<LargeFile[]> {
  const recipe = {
    width: 1920,
    height: 1080,
    frameRate: [FRAME_RATE, 1],
    frames: ROUND_FRAMES,
    gopFrames: ROUND_FRAMES,
    bFrames: 2,
    video: 'h264',
    frameBytes: { key: 100_000, other: 18_000 },
    audio: 'aac',
    sampleRate: 48_000,
    layout: 'plain',
  } as const
  const { videoPath } = await makeStampedMedia(recipe, folder, 'round')
  const round = await fileSource(videoPath!)
  const media = await open(round)
  const files: LargeFile[] = []
  for (const indexPlace of ['start', 'end'] as const) {
    const path = join(folder, `large-${indexPlace}.mp4`)
    const writtenRounds = [FIRST_ROUND, FIRST_ROUND + ROUNDS] as const
    await writeSparseVideo(path, media, { sizeBytes: LARGE_BYTES, indexPlace, writtenRounds })
    files.push({ name: `at the ${indexPlace}`, path, startTime: ((FIRST_ROUND + 1) * ROUND_FRAMES) / FRAME_RATE + 0.5 })
  }
  await round.close()
  return files
}
