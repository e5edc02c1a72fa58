import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import type { TimeRange } from '../../src/api/time-range.ts'

/** The same time, written as a decimal or computed from a frame number, may differ by this much. */
const TOLERANCE_SECONDS = 1e-4

export function frameSeconds(recipe: StampedRecipe, frame: number): number {
  const [numerator, denominator] = recipe.frameRate
  return (frame * denominator) / numerator
}

/** The numbers of the frames with start <= time < end. */
export function framesInRange(recipe: StampedRecipe, { startTime, endTime }: TimeRange): number[] {
  return Array.from({ length: recipe.frames }, (_, frame) => frame).filter((frame) => {
    const seconds = frameSeconds(recipe, frame)
    return seconds >= startTime - TOLERANCE_SECONDS && seconds < endTime - TOLERANCE_SECONDS
  })
}
