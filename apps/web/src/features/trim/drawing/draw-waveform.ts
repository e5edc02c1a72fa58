import { secondsToX, type TimelineLayout, viewSeconds } from './timeline-view.ts'

/** How loud the video is: 0..100, so many times a second; NaN where nobody knows, and where nothing is drawn. */
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
/** Of the lane's height, at full loudness. */
const TALLEST_SHARE = 0.86

/** Draws the waveform of this part of the timeline as bars, and answers how many. Bars, like thumbnails, move with their time. */
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
      (loudest(peaks, bar * peaksPerBar, (bar + 1) * peaksPerBar) / 100) * TALLEST_SHARE * lane.heightPx,
    )
    context.fillRect(originX + bar * BAR_EVERY_PX, middle - height / 2, BAR_PX, height)
    bars++
  }
  return bars
}

/** The loudest peak in [from, to), or the one that lasts through it when it is shorter than a peak. */
export function loudest(peaks: ArrayLike<number>, from: number, to: number): number {
  const first = Math.floor(from + 1e-9)
  let most = peaks[first] ?? 0
  for (let index = first + 1; index < to - 1e-9; index++) most = Math.max(most, peaks[index] ?? 0)
  return most
}
