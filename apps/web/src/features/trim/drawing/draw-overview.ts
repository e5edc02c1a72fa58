import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { prepareCanvas, tokenColour } from '../../../browser/prepare-canvas.ts'
import { drawWaveform } from './draw-waveform.ts'
import type { View } from './timeline-view.ts'
import type { WaveformState } from './use-waveform.ts'

const NARROWEST_KEPT_PX = 3
const KERF_PX = 3

/** The whole video in a line: the range is filled, the window is lighter, the rest is bare. */
export function drawOverview(
  canvas: HTMLCanvasElement,
  durationSeconds: number,
  range: TimeRange,
  view: View,
  waveform: WaveformState,
): void {
  const prepared = prepareCanvas(canvas)
  if (!prepared) return
  const { context, width, height } = prepared
  const toX = (seconds: number): number => (seconds / durationSeconds) * width
  const box = (fromX: number, toXpx: number, inset: number, token: string): void => {
    context.fillStyle = tokenColour(canvas, token)
    context.fillRect(fromX, inset, toXpx - fromX, height - 2 * inset)
  }
  context.clearRect(0, 0, width, height)
  box(0, width, 10, '--surface')
  box(toX(view.fromSeconds), toX(view.toSeconds), 10, '--surface-2')
  const whole = { view: { fromSeconds: 0, toSeconds: durationSeconds }, widthPx: width, padPx: 0 }
  const waveformIn = (fromX: number, toXpx: number, token: string): void => {
    if (waveform === null || waveform === 'coming') return
    const lane = { fromX, toX: toXpx, topPx: 10, heightPx: height - 20, colour: tokenColour(canvas, token) }
    drawWaveform(context, whole, waveform, lane)
  }
  waveformIn(0, width, '--ink-3')
  const startX = Math.min(toX(range.startTime), width - NARROWEST_KEPT_PX)
  const endX = Math.max(startX + NARROWEST_KEPT_PX, toX(range.endTime))
  box(startX - KERF_PX, endX + KERF_PX, 6, '--paper')
  box(startX, endX, 6, '--ink')
  waveformIn(startX, endX, '--on-ink')
  box(startX, startX + 2, 4, '--accent')
  box(endX - 2, endX, 4, '--accent')
}
