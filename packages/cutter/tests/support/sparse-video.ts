import { open } from 'node:fs/promises'
import type { Media } from '../../src/demux/common/media.ts'
import { repeatVideo } from './repeated-video.ts'

const PART_BYTES = 8_000_000

interface SparseVideo {
  /** Minimum size of the file. */
  sizeBytes: number
  indexPlace: 'start' | 'end'
  /** Repetitions whose frames and audio are written, end excluded. */
  writtenRounds: readonly [number, number]
}

/**
 * Writes an MP4 that repeats a small video, as `repeatVideo` does. Its index is complete; its media data is a hole in
 * the file, except for a few repetitions. So a large file takes little of the disk.
 */
export async function writeSparseVideo(path: string, media: Media, sparse: SparseVideo): Promise<void> {
  const { roundBytes } = await repeatVideo(media, 1)
  const video = await repeatVideo(media, Math.ceil(sparse.sizeBytes / roundBytes), sparse.indexPlace)
  const dataEnd = video.dataStart + Math.ceil(sparse.sizeBytes / roundBytes) * roundBytes
  const [from, to] = sparse.writtenRounds.map((round) => video.dataStart + round * roundBytes)
  const file = await open(path, 'w')
  try {
    await file.truncate(video.sizeBytes)
    for (const [start, end] of [
      [0, video.dataStart],
      [from!, to!],
      [dataEnd, video.sizeBytes],
    ] as const)
      for (let at = start; at < end; at += PART_BYTES) {
        const bytes = await video.read(at, Math.min(end, at + PART_BYTES))
        await file.write(bytes, 0, bytes.length, at)
      }
  } finally {
    await file.close()
  }
}
