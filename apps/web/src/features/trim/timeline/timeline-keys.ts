import { stepFrames } from './frame-step.ts'

const STEP_SECONDS = 1
const BIG_STEP_SECONDS = 5

/** Time that a key moves a handle to, in seconds; null for keys without an effect. */
export function keyTarget(
  key: { key: string; shiftKey: boolean },
  seconds: number,
  durationSeconds: number,
  frameRate: number,
): number | null {
  const step = key.shiftKey ? BIG_STEP_SECONDS : STEP_SECONDS
  switch (key.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return seconds - step
    case 'ArrowRight':
    case 'ArrowUp':
      return seconds + step
    case ',':
      return stepFrames(seconds, -1, frameRate)
    case '.':
      return stepFrames(seconds, 1, frameRate)
    case 'PageDown':
      return seconds - BIG_STEP_SECONDS
    case 'PageUp':
      return seconds + BIG_STEP_SECONDS
    case 'Home':
      return 0
    case 'End':
      return durationSeconds
    default:
      return null
  }
}
