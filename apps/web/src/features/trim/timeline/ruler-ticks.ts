import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { INTERACTION } from '../../../data/interaction-numbers.ts'
import { pixelsPerSecond, secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'

export interface Tick {
  seconds: number
  x: number
  major: boolean
  /** null where a label would run into the next one or off the timeline. */
  label: string | null
}

const LABEL_EVERY_PX = 84
const LABEL_STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400]
/** About as wide as `1:02:03` in the ruler's type. */
const LABEL_PX = 52
const MINOR_PER_LABEL = 5
/** Ticks for single frames appear once frames are this wide, and can be aimed at. */
const FRAME_TICK_PX = 7

/** The timeline's own ruler: a label at least every 84 px, four ticks between; single frames when zoomed far enough in. */
export function timelineTicks(layout: TimelineLayout, frameRate: number): Tick[] {
  const pxPerSecond = pixelsPerSecond(layout)
  const step = LABEL_STEPS_SECONDS.find((seconds) => seconds * pxPerSecond >= LABEL_EVERY_PX) ?? 14_400
  const minorsPerStep = pxPerSecond / frameRate >= FRAME_TICK_PX ? Math.round(step * frameRate) : MINOR_PER_LABEL
  const minor = step / minorsPerStep
  const ticks: Tick[] = []
  const last = Math.floor(layout.view.toSeconds / minor + 1e-6)
  for (let index = Math.ceil(layout.view.fromSeconds / minor - 1e-6); index <= last; index++) {
    const major = index % minorsPerStep === 0
    const seconds = major ? (index / minorsPerStep) * step : index * minor
    const x = secondsToX(seconds, layout)
    const fits = x + LABEL_PX <= layout.widthPx
    ticks.push({ seconds, x, major, label: major && fits ? formatTimecode(seconds) : null })
  }
  return ticks
}

/** The overview's ruler: a major tick every 300 seconds, and about twenty minor ones in all. */
export function overviewTicks(durationSeconds: number, widthPx: number): Tick[] {
  const { majorTickSeconds, minorTicksAtMost } = INTERACTION
  const layout = { view: { fromSeconds: 0, toSeconds: durationSeconds }, widthPx, padPx: 0 }
  const spans = Math.max(1, Math.ceil(durationSeconds / majorTickSeconds))
  const minorsPerSpan = Math.min(4, Math.floor(minorTicksAtMost / spans))
  const step = majorTickSeconds / (minorsPerSpan + 1)
  const labelEvery = Math.max(1, Math.ceil((LABEL_PX + 12) / ((majorTickSeconds / durationSeconds) * widthPx)))
  const ticks: Tick[] = []
  for (let index = 0; index * step <= durationSeconds + 1e-6; index++) {
    const major = index % (minorsPerSpan + 1) === 0
    const majorIndex = index / (minorsPerSpan + 1)
    const seconds = major ? majorIndex * majorTickSeconds : index * step
    const x = secondsToX(seconds, layout)
    const labelled = major && majorIndex % labelEvery === 0 && x + LABEL_PX <= widthPx
    ticks.push({ seconds, x: Math.min(widthPx - 1, x), major, label: labelled ? formatTimecode(seconds) : null })
  }
  return ticks
}
