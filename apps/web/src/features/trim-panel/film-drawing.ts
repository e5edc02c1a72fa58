import type { FramePlace } from './filmstrip-frames.ts'
import { type StripLayout, secondsToX, viewSeconds } from './strip-geometry.ts'

interface FilmColours {
  film: string
  filmLine: string
  /** What is kept where there are no pictures. */
  plain: string
  /** What falls away where there are no pictures. */
  piece: string
  paper: string
}

/** Where the pictures come from; null while a sheet is on its way, and for videos that have none. */
export interface FilmPictures {
  frameWidth: number
  frameHeight: number
  pictureAt: (seconds: number) => { sheet: HTMLImageElement; place: FramePlace } | null
}

interface FilmDrawing {
  layout: StripLayout
  heightPx: number
  durationSeconds: number
  startX: number
  endX: number
  /** From a cut to what falls away: the handle and the kerf. */
  gapPx: number
  pictures: FilmPictures | null
  colours: FilmColours
}

/** What is kept stands this much prouder at each edge. */
const PROUD_PX = 7
/** Past the edge of the screen, so that no hairline shows there. */
const OVERHANG_PX = 4
const PLAIN_TILE_RATIO = 16 / 9

interface Piece {
  fromX: number
  toX: number
  kept: boolean
}

/** Draws the film: what is kept at full height and in colour, what falls away lower, grey and dim. */
export function drawFilm(context: CanvasRenderingContext2D, drawing: FilmDrawing): void {
  const { layout, startX, endX, gapPx, durationSeconds } = drawing
  const filmStart = Math.max(-OVERHANG_PX, secondsToX(0, layout))
  const filmEnd = Math.min(layout.widthPx + OVERHANG_PX, secondsToX(durationSeconds, layout))
  context.clearRect(0, 0, layout.widthPx, drawing.heightPx)
  drawPiece(context, drawing, { fromX: filmStart, toX: Math.min(filmEnd, startX - gapPx), kept: false })
  drawPiece(context, drawing, { fromX: Math.max(filmStart, endX + gapPx), toX: filmEnd, kept: false })
  drawPiece(context, drawing, { fromX: Math.max(filmStart, startX), toX: Math.min(filmEnd, endX), kept: true })
}

function drawPiece(context: CanvasRenderingContext2D, drawing: FilmDrawing, piece: Piece): void {
  const width = piece.toX - piece.fromX
  if (width < 0.5) return
  const inset = piece.kept ? 0 : PROUD_PX
  const height = drawing.heightPx - 2 * inset
  context.save()
  context.beginPath()
  context.rect(piece.fromX, inset, width, height)
  context.clip()
  const { film, filmLine, plain, piece: bare, paper } = drawing.colours
  const base = piece.kept ? plain : bare
  context.fillStyle = drawing.pictures ? film : base
  context.fillRect(piece.fromX, inset, width, height)
  drawTiles(context, drawing, piece, drawing.pictures ? filmLine : paper)
  if (!piece.kept && drawing.pictures) dim(context, drawing, piece)
  context.restore()
}

/**
 * Tiles are fixed to time, not to the screen: when the window moves, every picture moves with its moment. Each shows the
 * frame at its left edge, as editing programs do.
 */
function drawTiles(context: CanvasRenderingContext2D, drawing: FilmDrawing, piece: Piece, line: string): void {
  const { layout, heightPx, pictures } = drawing
  const ratio = pictures ? pictures.frameWidth / pictures.frameHeight : PLAIN_TILE_RATIO
  const tileWidth = heightPx * ratio
  const tileSeconds = (tileWidth / (layout.widthPx - 2 * layout.padPx)) * viewSeconds(layout.view)
  const originX = secondsToX(0, layout)
  const first = Math.floor((piece.fromX - originX) / tileWidth)
  const last = Math.floor((piece.toX - originX) / tileWidth)
  for (let tile = first; tile <= last; tile++) {
    const x = originX + tile * tileWidth
    const picture = pictures?.pictureAt(tile * tileSeconds)
    if (picture && pictures) {
      const { sheet, place } = picture
      context.drawImage(sheet, place.x, place.y, pictures.frameWidth, pictures.frameHeight, x, 0, tileWidth, heightPx)
    }
    context.fillStyle = line
    context.fillRect(Math.round(x) - 0.5, 0, 1, heightPx)
  }
}

function dim(context: CanvasRenderingContext2D, drawing: FilmDrawing, piece: Piece): void {
  const width = piece.toX - piece.fromX
  context.globalCompositeOperation = 'saturation'
  context.globalAlpha = 0.85
  context.fillStyle = '#808080'
  context.fillRect(piece.fromX, 0, width, drawing.heightPx)
  context.globalCompositeOperation = 'source-over'
  context.globalAlpha = 0.58
  context.fillStyle = drawing.colours.film
  context.fillRect(piece.fromX, 0, width, drawing.heightPx)
}
