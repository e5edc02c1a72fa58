import { readStamps } from '@kerf/stamped-media/read-stamps'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'
import { FRAME_RATE, PICTURE_PERIOD_FRAMES, SOUND_PERIOD_SECONDS } from './bench-sources.ts'

export interface Judgement {
  wrong: number
  doubled: number
  missing: number
  /** Frames that are in the file and never shown. */
  leaked: number
  soundOffsetMilliseconds: number | null
}

/** So much of the sound is looked at, and where it may lie. */
const JUDGED_SOUND_SECONDS = 2.5

/** Where a source repeats its sound from the start, nothing could be said about it. */
export function isJudgeable(startSeconds: number): boolean {
  return (startSeconds % SOUND_PERIOD_SECONDS) + JUDGED_SOUND_SECONDS < SOUND_PERIOD_SECONDS
}

/** Decodes a clip and holds every frame and the sound against what was asked for. */
export async function judgeClip(path: string, startSeconds: number, endSeconds: number): Promise<Judgement> {
  const first = Math.ceil(startSeconds * FRAME_RATE - 1e-6)
  const last = Math.ceil(endSeconds * FRAME_RATE - 1e-6) - 1
  const reading = await readStamps(path)
  const numbers = reading.frames.map(({ number }) => number)
  const seen = new Set(numbers)
  const wanted = new Set(
    Array.from({ length: last - first + 1 }, (_, index) => (first + index) % PICTURE_PERIOD_FRAMES),
  )
  const pictureStart = reading.frames[0]?.seconds ?? 0
  const expectedSound = (first / FRAME_RATE) % SOUND_PERIOD_SECONDS
  const offset = reading.sound && soundOffsetSeconds(reading.sound, expectedSound)
  const soundStart = reading.sound?.startSeconds ?? 0
  return {
    wrong: numbers.filter((number) => number === null || !wanted.has(number)).length,
    doubled: numbers.length - seen.size,
    missing: [...wanted].filter((number) => !seen.has(number)).length,
    leaked: Math.max(0, reading.hidden.frames - reading.frames.length),
    soundOffsetMilliseconds: offset === null ? null : (offset + soundStart - pictureStart) * 1000,
  }
}
