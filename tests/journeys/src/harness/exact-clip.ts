import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'
import { expect } from 'vitest'

/** Decodes a clip and holds every frame of it, and its sound, against the range that was asked for. */
export async function expectExactClip(
  bytes: Uint8Array,
  range: { startSeconds: number; endSeconds: number },
  frameRate: number,
): Promise<void> {
  const first = Math.ceil(range.startSeconds * frameRate - 1e-6)
  const last = Math.ceil(range.endSeconds * frameRate - 1e-6) - 1
  const reading = await withFile(bytes, readStamps)
  expect(reading.frames.map(({ number }) => number)).toEqual(
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  )
  expect(reading.hidden.frames).toBe(reading.frames.length)
  if (!reading.sound) throw new Error('The clip has no sound.')
  const offset = soundOffsetSeconds(reading.sound, first / frameRate + reading.sound.startSeconds)
  expect(Math.abs(offset ?? 1)).toBeLessThanOrEqual(0.001)
}

export async function withFile<T>(bytes: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-clip-'))
  try {
    const path = join(folder, 'clip.mp4')
    await writeFile(path, bytes)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
