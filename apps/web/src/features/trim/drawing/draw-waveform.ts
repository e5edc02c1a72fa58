import { secondsToX, type TimelineLayout, viewSeconds } from './timeline-view.ts'

/** Loudness of the audio, from 0 to 100. NaN means unknown; no bar is drawn there. */
export interface Peaks {
  peaks: ArrayLike<number>
  peaksPerSecond: number
}

interface WaveformLane {
  fromX: number
  toX: number
  topPx: number
  heightPx: number
  colour: string
}

const BAR_PX = 2
const BAR_EVERY_PX = 3
/** Height of a bar at full loudness, as a share of the lane's height. */
const MAX_SHARE = 0.86

/** Draws the waveform of a part of the timeline as bars, which move with their times. @returns number of bars */
export function drawWaveform(
  context: CanvasRenderingContext2D,
  layout: TimelineLayout,
  { peaks, peaksPerSecond }: Peaks,
  lane: WaveformLane,
): number {
  const originX = secondsToX(0, layout)
  const peaksPerBar = (BAR_EVERY_PX * viewSeconds(layout.view) * peaksPerSecond) / (layout.widthPx - 2 * layout.padPx)
  const first = Math.max(0, Math.floor((lane.fromX - originX) / BAR_EVERY_PX))
  const last = Math.min((lane.toX - originX) / BAR_EVERY_PX, peaks.length / peaksPerBar)
  const middle = lane.topPx + lane.heightPx / 2
  context.fillStyle = lane.colour
  let bars = 0
  for (let bar = first; bar < last; bar++) {
    const height = Math.max(
      1,
      (loudest(peaks, bar * peaksPerBar, (bar + 1) * peaksPerBar) / 100) * MAX_SHARE * lane.heightPx,
    )
    context.fillRect(originX + bar * BAR_EVERY_PX, middle - height / 2, BAR_PX, height)
    bars++
  }
  return bars
}

/** Loudest peak with an index in [from, to). A span within one peak has the value of that peak. */
export function loudest(peaks: ArrayLike<number>, from: number, to: number): number {
  const first = Math.floor(from + 1e-9)
  let maximum = peaks[first] ?? 0
  for (let index = first + 1; index < to - 1e-9; index++) maximum = Math.max(maximum, peaks[index] ?? 0)
  return maximum
}
