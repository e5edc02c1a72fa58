import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { INTERACTION } from '../../../data/interaction-numbers.ts'
import { pixelsPerSecond, secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'

export interface Tick {
  seconds: number
  x: number
  major: boolean
  /** null for minor ticks, and where a label would overlap the next one or leave the timeline. */
  label: string | null
}

const LABEL_EVERY_PX = 84
const LABEL_STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400]
/** Width that a label takes: about that of `1:02:03`. */
const LABEL_PX = 52
const MINOR_TICKS_PER_LABEL = 5
/** Smallest width of a frame at which each frame has a tick. */
const FRAME_TICK_PX = 7
/** Smallest distance of a minor tick from a major one. */
const MIN_GAP_PX = 2

/**
 * Ruler of the timeline. Labels are 84 px or more apart, with four ticks in between, or one tick per frame at high
 * zoom.
 */
export function timelineTicks(layout: TimelineLayout, frameRate: number): Tick[] {
  const pxPerSecond = pixelsPerSecond(layout)
  const step = LABEL_STEPS_SECONDS.find((seconds) => seconds * pxPerSecond >= LABEL_EVERY_PX) ?? 14_400
  return ticksOf(layout, step, pxPerSecond / frameRate >= FRAME_TICK_PX ? 1 / frameRate : step / MINOR_TICKS_PER_LABEL)
}

/** The overview's ruler: a major tick every 300 seconds, and about twenty minor ones in all. */
export function overviewTicks(durationSeconds: number, widthPx: number): Tick[] {
  const { majorTickSeconds, minorTicksAtMost } = INTERACTION
  const layout = { view: { fromSeconds: 0, toSeconds: durationSeconds }, widthPx, padPx: 0 }
  const spans = Math.max(1, Math.ceil(durationSeconds / majorTickSeconds))
  const minorsPerSpan = Math.min(4, Math.floor(minorTicksAtMost / spans))
  const labelEvery = Math.max(1, Math.ceil((LABEL_PX + 12) / (majorTickSeconds * pixelsPerSecond(layout))))
  return ticksOf(layout, majorTickSeconds, majorTickSeconds / (minorsPerSpan + 1), labelEvery)
}

/** Major ticks, one in `labelEvery` of them with a label, and minor ones between them. */
function ticksOf(layout: TimelineLayout, majorSeconds: number, minorSeconds: number, labelEvery = 1): Tick[] {
  const { view, widthPx } = layout
  const minGapSeconds = MIN_GAP_PX / pixelsPerSecond(layout)
  const ticks: Tick[] = []
  for (const major of [true, false]) {
    const every = major ? majorSeconds : minorSeconds
    const first = Math.max(0, Math.ceil(view.fromSeconds / every - 1e-6))
    for (let index = first; index * every <= view.toSeconds + 1e-6; index++) {
      const seconds = index * every
      const nearestMajor = Math.round(seconds / majorSeconds) * majorSeconds
      if (!major && Math.abs(seconds - nearestMajor) < minGapSeconds) continue
      const x = secondsToX(seconds, layout)
      const isLabelled = major && index % labelEvery === 0 && x + LABEL_PX <= widthPx
      ticks.push({ seconds, x: Math.min(widthPx - 1, x), major, label: isLabelled ? formatTimecode(seconds) : null })
    }
  }
  return ticks
}
