import { FRAMES_PER_SECOND } from './standin-format.ts'

/**
 * Sheets with small frames of a video. Level 0 has up to 100 frames, spread over the whole video. Each other level has
 * one frame per second, in another size.
 */
export interface StoryboardLevel {
  level: number
  width: number
  height: number
  columns: number
  rows: number
  /** One frame is taken from each group of this many source frames. */
  everyFrames: number
  frames: number
  sheets: number
}

const LAYOUTS = [
  { width: 48, height: 27, columns: 10, rows: 10 },
  { width: 80, height: 45, columns: 10, rows: 10 },
  { width: 160, height: 90, columns: 5, rows: 5 },
  { width: 320, height: 180, columns: 3, rows: 3 },
] as const

const OVERVIEW_IMAGE_COUNT = 100

export function storyboardLevels(durationSeconds: number): StoryboardLevel[] {
  const sourceFrames = durationSeconds * FRAMES_PER_SECOND
  return LAYOUTS.map((layout, level) => {
    const everyFrames = level === 0 ? Math.ceil(sourceFrames / OVERVIEW_IMAGE_COUNT) : FRAMES_PER_SECOND
    const frames = Math.ceil(sourceFrames / everyFrames)
    return { level, ...layout, everyFrames, frames, sheets: Math.ceil(frames / (layout.columns * layout.rows)) }
  })
}

/** `storyboard-2-0.jpg` is the first sheet of level 2. */
export function storyboardFileName(level: number, sheet: number): string {
  return `storyboard-${level}-${sheet}.jpg`
}
