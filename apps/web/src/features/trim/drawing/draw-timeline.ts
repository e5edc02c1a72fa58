import { tokenColour } from '../../../browser/prepare-canvas.ts'
import { drawWaveform } from './draw-waveform.ts'
import { pixelsPerSecond, secondsToX, type TimelineLayout } from './timeline-view.ts'
import type { Thumbnails } from './use-thumbnails.ts'
import type { WaveformState } from './use-waveform.ts'

interface TimelineColours {
  timeline: string
  timelineLine: string
  /** Background inside the range where there are no thumbnails. */
  plain: string
  /** Background outside the range where there are no thumbnails. */
  outside: string
  paper: string
  waveform: string
  /** Waveform outside the range where there are no thumbnails. */
  plainWaveform: string
}

/** Colours of the canvas's theme. */
export const timelineColours = (canvas: HTMLCanvasElement): TimelineColours => ({
  timeline: tokenColour(canvas, '--timeline'),
  timelineLine: tokenColour(canvas, '--timeline-2'),
  plain: tokenColour(canvas, '--plain-timeline'),
  outside: tokenColour(canvas, '--surface-2'),
  paper: tokenColour(canvas, '--paper'),
  waveform: tokenColour(canvas, '--on-timeline'),
  plainWaveform: tokenColour(canvas, '--ink-3'),
})

export interface TimelineDrawing {
  layout: TimelineLayout
  heightPx: number
  durationSeconds: number
  startX: number
  endX: number
  /** Distance from a cut to the parts outside the range: the handle and a gap. */
  gapPx: number
  thumbnails: Thumbnails | null
  waveform: WaveformState
  colours: TimelineColours
}

/** Inset of the parts outside the range, at their upper and lower edge. */
const OUTSIDE_INSET_PX = 7
/** Parts are drawn this far beyond the edge of the screen, so that no hairline shows there. */
const OVERHANG_PX = 4
const PLAIN_TILE_RATIO = 16 / 9
/** Share of the height that the waveform takes below thumbnails. */
const WAVEFORM_SHARE = 34 / 112
/**
 * Maximum number of frames of the filmstrip whose time one thumbnail covers, unless the thumbnail would become narrower
 * than `NARROWEST_SHARE`.
 */
const FRAMES_PER_TILE = 3
/** Smallest width of a thumbnail, as a share of its full width. */
const NARROWEST_SHARE = 0.46

interface Part {
  fromX: number
  toX: number
  inRange: boolean
}

/**
 * Draws the timeline: the range in colour, the other parts lower, grey and dim.
 * @returns number of bars of the waveform
 */
export function drawTimeline(context: CanvasRenderingContext2D, drawing: TimelineDrawing): number {
  const { layout, startX, endX, gapPx, durationSeconds } = drawing
  const drawnStart = Math.max(-OVERHANG_PX, secondsToX(0, layout))
  const drawnEnd = Math.min(layout.widthPx + OVERHANG_PX, secondsToX(durationSeconds, layout))
  const parts: Part[] = [
    { fromX: drawnStart, toX: Math.min(drawnEnd, startX - gapPx), inRange: false },
    { fromX: Math.max(drawnStart, endX + gapPx), toX: drawnEnd, inRange: false },
    { fromX: Math.max(drawnStart, startX), toX: Math.min(drawnEnd, endX), inRange: true },
  ]
  context.clearRect(0, 0, layout.widthPx, drawing.heightPx)
  return parts.reduce((bars, part) => bars + drawPart(context, drawing, part), 0)
}

function drawPart(context: CanvasRenderingContext2D, drawing: TimelineDrawing, part: Part): number {
  const { heightPx, thumbnails, waveform, colours } = drawing
  const width = part.toX - part.fromX
  if (width < 0.5) return 0
  const inset = part.inRange ? 0 : OUTSIDE_INSET_PX
  // Without thumbnails the waveform takes the whole height.
  const waveformHeight = waveform === null ? 0 : thumbnails ? Math.round(heightPx * WAVEFORM_SHARE) : heightPx
  const thumbnailHeight = thumbnails ? heightPx - waveformHeight : heightPx
  context.save()
  context.beginPath()
  context.rect(part.fromX, inset, width, heightPx - 2 * inset)
  context.clip()
  const plainColour = part.inRange ? colours.plain : colours.outside
  context.fillStyle = thumbnails ? colours.timeline : plainColour
  context.fillRect(part.fromX, inset, width, heightPx - 2 * inset)
  if (thumbnails) drawThumbnails(context, drawing, thumbnails, part, thumbnailHeight)
  else if (waveformHeight === 0) drawPlainLines(context, drawing, part)
  let bars = 0
  if (waveform !== null && waveform !== 'coming') {
    const topPx = Math.max(inset, heightPx - waveformHeight)
    const colour = thumbnails || part.inRange ? colours.waveform : colours.plainWaveform
    bars = drawWaveform(context, drawing.layout, waveform, {
      ...part,
      topPx,
      heightPx: heightPx - inset - topPx,
      colour,
    })
  }
  if (!part.inRange && thumbnails) dim(context, drawing, part)
  context.restore()
  return bars
}

/** Draws thumbnails at fixed times of the video, so that they move with the view. */
function drawThumbnails(
  context: CanvasRenderingContext2D,
  drawing: TimelineDrawing,
  thumbnails: Thumbnails,
  part: Part,
  height: number,
): void {
  const { layout, durationSeconds } = drawing
  const { frameWidth, frameHeight, secondsPerFrame } = thumbnails
  const grid = tileGrid(height, frameWidth / frameHeight, pixelsPerSecond(layout), secondsPerFrame)
  const originX = secondsToX(0, layout)
  const last = Math.floor((part.toX - originX) / grid.widthPx)
  for (let tile = Math.max(0, Math.floor((part.fromX - originX) / grid.widthPx)); tile <= last; tile++) {
    const x = originX + tile * grid.widthPx
    const thumbnail = thumbnails.thumbnailAt(tileTime(tile, grid, durationSeconds))
    if (thumbnail) {
      const { sheet, place } = thumbnail
      const cropWidth = frameWidth * grid.shareOfFrame
      const cropX = place.x + (frameWidth - cropWidth) / 2
      context.drawImage(sheet, cropX, place.y, cropWidth, frameHeight, x, 0, grid.widthPx, height)
    }
    drawLine(context, x, height, drawing.colours.timelineLine)
  }
}

function drawPlainLines(
  context: CanvasRenderingContext2D,
  { layout, heightPx, colours }: TimelineDrawing,
  part: Part,
): void {
  const tileWidth = heightPx * PLAIN_TILE_RATIO
  const originX = secondsToX(0, layout)
  const last = Math.floor((part.toX - originX) / tileWidth)
  for (let tile = Math.floor((part.fromX - originX) / tileWidth); tile <= last; tile++)
    drawLine(context, originX + tile * tileWidth, heightPx, colours.paper)
}

function drawLine(context: CanvasRenderingContext2D, x: number, height: number, colour: string): void {
  context.fillStyle = colour
  context.fillRect(Math.round(x) - 0.5, 0, 1, height)
}

function dim(context: CanvasRenderingContext2D, drawing: TimelineDrawing, part: Part): void {
  const width = part.toX - part.fromX
  context.globalCompositeOperation = 'saturation'
  context.globalAlpha = 0.85
  context.fillStyle = '#808080'
  context.fillRect(part.fromX, 0, width, drawing.heightPx)
  context.globalCompositeOperation = 'source-over'
  context.globalAlpha = 0.58
  context.fillStyle = drawing.colours.timeline
  context.fillRect(part.fromX, 0, width, drawing.heightPx)
}

/** Size of the thumbnails, which are drawn side by side on the timeline. */
interface TileGrid {
  widthPx: number
  /** Time that one thumbnail covers. */
  seconds: number
  /** Share of the frame's width that a thumbnail shows. It is cropped from the middle, and never squeezed. */
  shareOfFrame: number
}

/**
 * Returns the size of the thumbnails. Zoomed in, they have their full width, and neighbours may show the same frame.
 * Zoomed out, they are narrower, so that each covers less time.
 */
export function tileGrid(
  heightPx: number,
  frameRatio: number,
  pixelsPerSecond: number,
  secondsPerFrame: number,
): TileGrid {
  const fullWidth = heightPx * frameRatio
  const preferredWidth = FRAMES_PER_TILE * secondsPerFrame * pixelsPerSecond
  const widthPx = Math.min(fullWidth, Math.max(NARROWEST_SHARE * fullWidth, preferredWidth))
  return { widthPx, seconds: widthPx / pixelsPerSecond, shareOfFrame: widthPx / fullWidth }
}

/** Time of the frame that a thumbnail shows: the middle of the time that the thumbnail covers within the video. */
export function tileTime(tile: number, grid: TileGrid, durationSeconds: number): number {
  const from = tile * grid.seconds
  return (from + Math.min(durationSeconds, from + grid.seconds)) / 2
}
