import { drawWaveform } from './draw-waveform.ts'
import { secondsToX, type TimelineLayout, viewSeconds } from './timeline-view.ts'
import type { Thumbnails } from './use-thumbnails.ts'
import type { WaveformState } from './use-waveform.ts'

interface TimelineColours {
  timeline: string
  timelineLine: string
  /** Inside the range where there are no thumbnails. */
  plain: string
  /** Outside the range where there are no thumbnails. */
  piece: string
  paper: string
  waveform: string
  /** The waveform outside the range where there are no thumbnails. */
  plainWaveform: string
}

export interface TimelineDrawing {
  layout: TimelineLayout
  heightPx: number
  durationSeconds: number
  startX: number
  endX: number
  /** From a cut to what falls away: the handle and the kerf. */
  gapPx: number
  thumbnails: Thumbnails | null
  waveform: WaveformState
  colours: TimelineColours
}

/** What is kept stands this much prouder at each edge. */
const PROUD_PX = 7
/** Past the edge of the screen, so that no hairline shows there. */
const OVERHANG_PX = 4
const PLAIN_TILE_RATIO = 16 / 9
/** The share of the height that the waveform takes below thumbnails. */
const WAVEFORM_SHARE = 34 / 112
/** A thumbnail stands for no more time than this many frames of the filmstrip, as long as it stays wide enough to be read. */
const FRAMES_PER_TILE = 3
const NARROWEST_SHARE = 0.46

interface Part {
  fromX: number
  toX: number
  kept: boolean
}

/** Draws the timeline: what is kept at full height and in colour, what falls away lower, grey and dim. Returns how many bars the waveform has. */
export function drawTimeline(context: CanvasRenderingContext2D, drawing: TimelineDrawing): number {
  const { layout, startX, endX, gapPx, durationSeconds } = drawing
  const drawnStart = Math.max(-OVERHANG_PX, secondsToX(0, layout))
  const drawnEnd = Math.min(layout.widthPx + OVERHANG_PX, secondsToX(durationSeconds, layout))
  const pieces: Part[] = [
    { fromX: drawnStart, toX: Math.min(drawnEnd, startX - gapPx), kept: false },
    { fromX: Math.max(drawnStart, endX + gapPx), toX: drawnEnd, kept: false },
    { fromX: Math.max(drawnStart, startX), toX: Math.min(drawnEnd, endX), kept: true },
  ]
  context.clearRect(0, 0, layout.widthPx, drawing.heightPx)
  return pieces.reduce((bars, piece) => bars + drawPart(context, drawing, piece), 0)
}

function drawPart(context: CanvasRenderingContext2D, drawing: TimelineDrawing, piece: Part): number {
  const { heightPx, thumbnails, waveform, colours } = drawing
  const width = piece.toX - piece.fromX
  if (width < 0.5) return 0
  const inset = piece.kept ? 0 : PROUD_PX
  // Without thumbnails the waveform is the timeline.
  const waveformHeight = waveform === null ? 0 : thumbnails ? Math.round(heightPx * WAVEFORM_SHARE) : heightPx
  const thumbnailHeight = thumbnails ? heightPx - waveformHeight : heightPx
  context.save()
  context.beginPath()
  context.rect(piece.fromX, inset, width, heightPx - 2 * inset)
  context.clip()
  const bare = piece.kept ? colours.plain : colours.piece
  context.fillStyle = thumbnails ? colours.timeline : bare
  context.fillRect(piece.fromX, inset, width, heightPx - 2 * inset)
  if (thumbnails) drawThumbnails(context, drawing, thumbnails, piece, thumbnailHeight)
  else if (waveformHeight === 0) drawPlainLines(context, drawing, piece)
  let bars = 0
  if (waveform !== null && waveform !== 'coming') {
    const topPx = Math.max(inset, heightPx - waveformHeight)
    const colour = thumbnails || piece.kept ? colours.waveform : colours.plainWaveform
    bars = drawWaveform(context, drawing.layout, waveform, {
      ...piece,
      topPx,
      heightPx: heightPx - inset - topPx,
      colour,
    })
  }
  if (!piece.kept && thumbnails) dim(context, drawing, piece)
  context.restore()
  return bars
}

const pixelsPerSecond = ({ widthPx, padPx, view }: TimelineLayout): number => (widthPx - 2 * padPx) / viewSeconds(view)

/** Thumbnails are fixed to time, not to the screen: when the window moves, every thumbnail moves with it. */
function drawThumbnails(
  context: CanvasRenderingContext2D,
  drawing: TimelineDrawing,
  thumbnails: Thumbnails,
  piece: Part,
  height: number,
): void {
  const { layout, durationSeconds } = drawing
  const { frameWidth, frameHeight, secondsPerFrame } = thumbnails
  const grid = tileGrid(height, frameWidth / frameHeight, pixelsPerSecond(layout), secondsPerFrame)
  const originX = secondsToX(0, layout)
  const last = Math.floor((piece.toX - originX) / grid.widthPx)
  for (let tile = Math.max(0, Math.floor((piece.fromX - originX) / grid.widthPx)); tile <= last; tile++) {
    const x = originX + tile * grid.widthPx
    const thumbnail = thumbnails.thumbnailAt(tileTime(tile, grid, durationSeconds))
    if (thumbnail) {
      const { sheet, place } = thumbnail
      const cut = frameWidth * grid.shareOfFrame
      const cutX = place.x + (frameWidth - cut) / 2
      context.drawImage(sheet, cutX, place.y, cut, frameHeight, x, 0, grid.widthPx, height)
    }
    drawLine(context, x, height, drawing.colours.timelineLine)
  }
}

function drawPlainLines(
  context: CanvasRenderingContext2D,
  { layout, heightPx, colours }: TimelineDrawing,
  piece: Part,
): void {
  const tileWidth = heightPx * PLAIN_TILE_RATIO
  const originX = secondsToX(0, layout)
  const last = Math.floor((piece.toX - originX) / tileWidth)
  for (let tile = Math.floor((piece.fromX - originX) / tileWidth); tile <= last; tile++)
    drawLine(context, originX + tile * tileWidth, heightPx, colours.paper)
}

function drawLine(context: CanvasRenderingContext2D, x: number, height: number, colour: string): void {
  context.fillStyle = colour
  context.fillRect(Math.round(x) - 0.5, 0, 1, height)
}

function dim(context: CanvasRenderingContext2D, drawing: TimelineDrawing, piece: Part): void {
  const width = piece.toX - piece.fromX
  context.globalCompositeOperation = 'saturation'
  context.globalAlpha = 0.85
  context.fillStyle = '#808080'
  context.fillRect(piece.fromX, 0, width, drawing.heightPx)
  context.globalCompositeOperation = 'source-over'
  context.globalAlpha = 0.58
  context.fillStyle = drawing.colours.timeline
  context.fillRect(piece.fromX, 0, width, drawing.heightPx)
}

/** One thumbnail of the timeline after the other: how wide, and how much time each stands for. */
interface TileGrid {
  widthPx: number
  seconds: number
  /** How much of the frame's width is left of it: cut from its middle, never squeezed. */
  shareOfFrame: number
}

/**
 * Zoomed in, thumbnails have their full width, and neighbours may show the same frame. Zoomed out, where one thumbnail would hide
 * what happens between it and the next, they are narrower and there are more of them.
 */
export function tileGrid(
  heightPx: number,
  frameRatio: number,
  pixelsPerSecond: number,
  secondsPerFrame: number,
): TileGrid {
  const fullWidth = heightPx * frameRatio
  const wanted = FRAMES_PER_TILE * secondsPerFrame * pixelsPerSecond
  const widthPx = Math.min(fullWidth, Math.max(NARROWEST_SHARE * fullWidth, wanted))
  return { widthPx, seconds: widthPx / pixelsPerSecond, shareOfFrame: widthPx / fullWidth }
}

/** The time that a thumbnail shows: the middle of the time it stands for, as far as the video goes. */
export function tileTime(tile: number, grid: TileGrid, durationSeconds: number): number {
  const from = tile * grid.seconds
  return (from + Math.min(durationSeconds, from + grid.seconds)) / 2
}
