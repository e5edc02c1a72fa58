import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { AUDIO_PERIOD_SECONDS, FRAME_PERIOD_FRAMES, FRAME_RATE } from './bench-sources.ts'

export interface Judgement {
  wrong: number
  duplicated: number
  missing: number
  /** Frames that are in the file but not presented. */
  hidden: number
  /** Frames from the first frame of the range to the first one that is shown; negative: the clip begins too early. */
  startOffsetFrames: number
  audioOffsetMilliseconds: number | null
}

/** Length of the compared audio. */
const JUDGED_AUDIO_SECONDS = 2.5

/** Whether the compared audio is within one period. Across its end, the audio could not be located. */
export function isJudgeable(startSeconds: number): boolean {
  return (startSeconds % AUDIO_PERIOD_SECONDS) + JUDGED_AUDIO_SECONDS < AUDIO_PERIOD_SECONDS
}

export async function judgeClip(path: string, startSeconds: number, endSeconds: number): Promise<Judgement> {
  const firstNumber = Math.ceil(startSeconds * FRAME_RATE - 1e-6)
  const lastNumber = Math.ceil(endSeconds * FRAME_RATE - 1e-6) - 1
  const reading = await readStamps(path)
  const numbers = reading.frames.map(({ number }) => number)
  const distinctNumbers = new Set(numbers)
  const expectedNumbers = new Set(
    Array.from({ length: lastNumber - firstNumber + 1 }, (_, index) => (firstNumber + index) % FRAME_PERIOD_FRAMES),
  )
  const frameStart = reading.frames[0]?.seconds ?? 0
  const expectedAudio = (firstNumber / FRAME_RATE) % AUDIO_PERIOD_SECONDS
  const offset = reading.audio && audioOffsetSeconds(reading.audio, expectedAudio)
  const audioStart = reading.audio?.startSeconds ?? 0
  return {
    wrong: numbers.filter((number) => number === null || !expectedNumbers.has(number)).length,
    duplicated: numbers.length - distinctNumbers.size,
    missing: [...expectedNumbers].filter((number) => !distinctNumbers.has(number)).length,
    hidden: Math.max(0, reading.hidden.frames - reading.frames.length),
    startOffsetFrames: (numbers[0] ?? Number.NaN) - (firstNumber % FRAME_PERIOD_FRAMES),
    audioOffsetMilliseconds: offset === null ? null : (offset + audioStart - frameStart) * 1000,
  }
}

/** Steps in which audio is searched that is far from its frames, and how far. */
const SEARCH_STEP_SECONDS = 0.25
const SEARCH_SECONDS = 5

/** Delay of the audio relative to the displayed frames; null if it cannot be located. */
export async function soundOffsetMilliseconds(path: string): Promise<number | null> {
  const { frames, audio } = await readStamps(path)
  const [first] = frames
  if (!audio || typeof first?.number !== 'number') return null
  const shownSeconds = first.number / FRAME_RATE
  for (let distance = 0; distance <= SEARCH_SECONDS; distance += SEARCH_STEP_SECONDS) {
    for (const earlier of [distance, -distance]) {
      const offset = audioOffsetSeconds(audio, shownSeconds - earlier)
      if (offset !== null) return (offset + earlier + audio.startSeconds - first.seconds) * 1000
    }
  }
  return null
}
