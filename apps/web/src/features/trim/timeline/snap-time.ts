import type { StripLayout } from '../drawing/timeline-view.ts'
import { nearestFrame } from './frame-step.ts'
import { showsFrames } from './ruler-ticks.ts'

/** Where a dragged handle stops with snapping on: at a whole second or the end of the video; at a frame once frames are seen. */
export function snapMoment(seconds: number, layout: StripLayout, frameRate: number, durationSeconds: number): number {
  if (showsFrames(layout, frameRate)) return nearestFrame(seconds, frameRate)
  const whole = Math.round(seconds)
  return Math.abs(durationSeconds - seconds) < Math.abs(whole - seconds) || whole > durationSeconds
    ? durationSeconds
    : whole
}
