import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readCroppedStamps, readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import type { CroppedWidth } from '@kerf/stamped-media/stamp'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect } from 'vitest'

/** Tolerance between a time in milliseconds and the start of its frame. */
const SAME_FRAME_SECONDS = 0.0005

/** The numbers of the frames that a clip of this range must hold, in order. */
export function framesIn(range: TimeRange, frameRate: number): number[] {
  const firstFrame = Math.ceil((range.startTime - SAME_FRAME_SECONDS) * frameRate)
  const lastFrame = Math.ceil((range.endTime - SAME_FRAME_SECONDS) * frameRate) - 1
  return Array.from({ length: lastFrame - firstFrame + 1 }, (_, i) => firstFrame + i)
}

/** Decodes a clip and compares every frame and the audio with the requested range. Returns what it read. */
export async function expectExactClip(bytes: Uint8Array, range: TimeRange, frameRate: number): Promise<StampedReading> {
  const frames = framesIn(range, frameRate)
  const reading = await readClip(bytes)
  expect(reading.frames.map(({ number }) => number)).toEqual(frames)
  expect(reading.hidden.frames).toBe(reading.frames.length)
  if (!reading.audio) throw new Error('The clip has no audio.')
  expectAudioFrom((frames[0] ?? 0) / frameRate + reading.audio.startSeconds, reading.audio)
  return reading
}

/** Time after a join during which an encoder may not have settled yet, in seconds. */
const SETTLING_SECONDS = 0.03
/** Length of the audio that is compared at each end of a joined range. */
const COMPARED_SECONDS = 0.5

/**
 * Decodes a joined clip. Compares every frame with the ranges, and the audio beside both ends of each range with what
 * belongs there.
 */
export async function expectExactJoin(bytes: Uint8Array, ranges: readonly TimeRange[], frameRate: number) {
  const framesOfRanges = ranges.map((range) => framesIn(range, frameRate))
  const reading = await readClip(bytes)
  expect(reading.frames.map(({ number }) => number)).toEqual(framesOfRanges.flat())
  expect(reading.hidden.frames).toBe(reading.frames.length)
  const { audio } = reading
  if (!audio) throw new Error('The clip has no audio.')
  let clipSeconds = 0
  for (const frames of framesOfRanges) {
    const sourceSeconds = frames[0]! / frameRate
    const lengthSeconds = frames.length / frameRate
    for (const offset of [SETTLING_SECONDS, lengthSeconds - SETTLING_SECONDS - COMPARED_SECONDS]) {
      const from = Math.round((clipSeconds + offset - audio.startSeconds) * audio.sampleRate)
      const to = from + Math.round(COMPARED_SECONDS * audio.sampleRate)
      const exactSeconds = from / audio.sampleRate + audio.startSeconds - clipSeconds
      const channels = audio.channels.map((channel) => channel.subarray(from, to))
      expectAudioFrom(sourceSeconds + exactSeconds, { ...audio, channels })
    }
    clipSeconds += lengthSeconds
  }
}

/**
 * Checks a clip that was cropped at its sides, so that only a part of each stamp is visible. Returns its frame size in
 * pixels.
 */
export async function expectExactCroppedClip(
  bytes: Uint8Array,
  range: TimeRange,
  frameRate: number,
  croppedWidth: CroppedWidth,
): Promise<{ width: number; height: number }> {
  const frames = framesIn(range, frameRate)
  const path = await writeClip(bytes)
  expect(await readCroppedStamps(path, frames, croppedWidth)).toEqual(frames.map(() => true))
  const { audio, width, height } = await readStamps(path)
  if (!audio) throw new Error('The clip has no audio.')
  expectAudioFrom((frames[0] ?? 0) / frameRate + audio.startSeconds, audio)
  return { width, height }
}

/** Decodes a clip without video and compares its start and its length with the requested range. */
export async function expectExactAudio(bytes: Uint8Array, range: TimeRange): Promise<void> {
  const { audio, frames } = await readClip(bytes)
  expect(frames).toEqual([])
  if (!audio) throw new Error('The clip has no audio.')
  // An MP3's timestamps count the encoder's priming, which players skip: the first audible sample is at the start.
  expectAudioFrom(range.startTime, audio)
  const seconds = (audio.channels[0]?.length ?? 0) / audio.sampleRate
  expect(seconds).toBeCloseTo(range.endTime - range.startTime, 1)
}

function expectAudioFrom(startTime: number, audio: NonNullable<StampedReading['audio']>): void {
  const offset = audioOffsetSeconds(audio, startTime)
  expect(Math.abs(offset ?? 1)).toBeLessThanOrEqual(0.001)
}

const readClip = async (bytes: Uint8Array): Promise<StampedReading> => readStamps(await writeClip(bytes))

async function writeClip(bytes: Uint8Array): Promise<string> {
  const path = join(temporaryDirectory(), 'clip.mp4')
  await writeFile(path, bytes)
  return path
}
