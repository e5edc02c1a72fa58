import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { audioOffsetSeconds } from '@kerf/stamped-media/stamped-audio'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect } from 'vitest'

/** The numbers of the frames that a clip of this range must hold, in order. */
export function framesIn(range: TimeRange, frameRate: number): number[] {
  const first = Math.ceil(range.startTime * frameRate - 1e-6)
  const last = Math.ceil(range.endTime * frameRate - 1e-6) - 1
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Decodes a clip and holds every frame of it, and its audio, against the range that was asked for. */
export async function expectExactClip(bytes: Uint8Array, range: TimeRange, frameRate: number): Promise<void> {
  const frames = framesIn(range, frameRate)
  const reading = await readClip(bytes)
  expect(reading.frames.map(({ number }) => number)).toEqual(frames)
  expect(reading.hidden.frames).toBe(reading.frames.length)
  if (!reading.audio) throw new Error('The clip has no audio.')
  expectAudioFrom((frames[0] ?? 0) / frameRate + reading.audio.startSeconds, reading.audio)
}

/** Decodes a clip of audio alone and holds its beginning and its length against the range that was asked for. */
export async function expectExactAudio(bytes: Uint8Array, range: TimeRange): Promise<void> {
  const { audio, frames } = await readClip(bytes)
  expect(frames).toEqual([])
  if (!audio) throw new Error('The clip has no audio.')
  // An MP3's clock counts the encoder's priming, which no player plays: the first audible sample belongs to the start.
  expectAudioFrom(range.startTime, audio)
  const seconds = (audio.channels[0]?.length ?? 0) / audio.sampleRate
  expect(seconds).toBeCloseTo(range.endTime - range.startTime, 1)
}

function expectAudioFrom(startTime: number, audio: NonNullable<StampedReading['audio']>): void {
  const offset = audioOffsetSeconds(audio, startTime)
  expect(Math.abs(offset ?? 1)).toBeLessThanOrEqual(0.001)
}

async function readClip(bytes: Uint8Array): Promise<StampedReading> {
  const path = join(temporaryDirectory(), 'clip.mp4')
  await writeFile(path, bytes)
  return readStamps(path)
}
