import { readStamps } from '@kerf/stamped-media/read-stamps'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'

export interface Judgement {
  wrong: number
  doubled: number
  missing: number
  /** Frames that are in the file and never shown. */
  leaked: number
  soundOffsetMilliseconds: number | null
}

/** Decodes a clip and holds every frame and the sound against what was asked for. */
export async function judgeClip(
  path: string,
  startSeconds: number,
  endSeconds: number,
  frameRate: number,
): Promise<Judgement> {
  const first = Math.ceil(startSeconds * frameRate - 1e-6)
  const last = Math.ceil(endSeconds * frameRate - 1e-6) - 1
  const reading = await readStamps(path)
  const numbers = reading.frames.map(({ number }) => number)
  const seen = new Set(numbers)
  const wanted = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const pictureStart = reading.frames[0]?.seconds ?? 0
  const offset = reading.sound && soundOffsetSeconds(reading.sound, first / frameRate)
  const soundStart = reading.sound?.startSeconds ?? 0
  return {
    wrong: numbers.filter((number) => number === null || number < first || number > last).length,
    doubled: numbers.length - seen.size,
    missing: wanted.filter((number) => !seen.has(number)).length,
    leaked: Math.max(0, reading.hidden.frames - reading.frames.length),
    soundOffsetMilliseconds: offset === null ? null : (offset + soundStart - pictureStart) * 1000,
  }
}
