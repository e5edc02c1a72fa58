import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { AUDIO_PERIOD_SECONDS, FRAME_PERIOD_FRAMES, FRAME_RATE } from './bench-sources.ts'

export interface Judgement {
  wrong: number
  doubled: number
  missing: number
  /** Frames that are in the file and never shown. */
  hidden: number
  audioOffsetMilliseconds: number | null
}

/** So much of the audio is looked at, and where it may lie. */
const JUDGED_AUDIO_SECONDS = 2.5

/** Where a source repeats its audio from the start, nothing could be said about it. */
export function isJudgeable(startSeconds: number): boolean {
  return (startSeconds % AUDIO_PERIOD_SECONDS) + JUDGED_AUDIO_SECONDS < AUDIO_PERIOD_SECONDS
}

export async function judgeClip(path: string, startSeconds: number, endSeconds: number): Promise<Judgement> {
  const first = Math.ceil(startSeconds * FRAME_RATE - 1e-6)
  const last = Math.ceil(endSeconds * FRAME_RATE - 1e-6) - 1
  const reading = await readStamps(path)
  const numbers = reading.frames.map(({ number }) => number)
  const seen = new Set(numbers)
  const wanted = new Set(Array.from({ length: last - first + 1 }, (_, index) => (first + index) % FRAME_PERIOD_FRAMES))
  const frameStart = reading.frames[0]?.seconds ?? 0
  const expectedAudio = (first / FRAME_RATE) % AUDIO_PERIOD_SECONDS
  const offset = reading.audio && audioOffsetSeconds(reading.audio, expectedAudio)
  const audioStart = reading.audio?.startSeconds ?? 0
  return {
    wrong: numbers.filter((number) => number === null || !wanted.has(number)).length,
    doubled: numbers.length - seen.size,
    missing: [...wanted].filter((number) => !seen.has(number)).length,
    hidden: Math.max(0, reading.hidden.frames - reading.frames.length),
    audioOffsetMilliseconds: offset === null ? null : (offset + audioStart - frameStart) * 1000,
  }
}
