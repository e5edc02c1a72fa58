import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'
import { expect } from 'vitest'

/** The numbers of the frames that a clip of this range must hold, in order. */
export function framesIn(range: TimeRange, frameRate: number): number[] {
  const first = Math.ceil(range.startTime * frameRate - 1e-6)
  const last = Math.ceil(range.endTime * frameRate - 1e-6) - 1
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Decodes a clip and holds every frame of it, and its sound, against the range that was asked for. */
export async function expectExactClip(bytes: Uint8Array, range: TimeRange, frameRate: number): Promise<void> {
  const frames = framesIn(range, frameRate)
  const reading = await withFile(bytes, readStamps)
  expect(reading.frames.map(({ number }) => number)).toEqual(frames)
  expect(reading.hidden.frames).toBe(reading.frames.length)
  if (!reading.sound) throw new Error('The clip has no sound.')
  expectSoundFrom((frames[0] ?? 0) / frameRate + reading.sound.startSeconds, reading.sound)
}

/** Decodes a clip of sound alone and holds its beginning and its length against the range that was asked for. */
export async function expectExactSound(bytes: Uint8Array, range: TimeRange): Promise<void> {
  const { sound, frames } = await withFile(bytes, readStamps)
  expect(frames).toEqual([])
  if (!sound) throw new Error('The clip has no sound.')
  // An MP3's clock counts the encoder's priming, which no player plays: what is heard first belongs to the start.
  expectSoundFrom(range.startTime, sound)
  const seconds = (sound.channels[0]?.length ?? 0) / sound.sampleRate
  expect(seconds).toBeCloseTo(range.endTime - range.startTime, 1)
}

function expectSoundFrom(startTime: number, sound: NonNullable<StampedReading['sound']>): void {
  const offset = soundOffsetSeconds(sound, startTime)
  expect(Math.abs(offset ?? 1)).toBeLessThanOrEqual(0.001)
}

async function withFile<T>(bytes: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-clip-'))
  try {
    const path = join(folder, 'clip.mp4')
    await writeFile(path, bytes)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
