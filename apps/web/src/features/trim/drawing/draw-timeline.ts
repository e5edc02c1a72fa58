import { drawSound } from './draw-waveform.ts'
import { tileGrid, tileMoment } from './tile-grid.ts'
import { type StripLayout, secondsToX, viewSeconds } from './timeline-view.ts'
import type { FilmPictures } from './use-thumbnails.ts'
import type { SoundState } from './use-waveform.ts'

interface FilmColours {
  film: string
  filmLine: string
  /** What is kept where there are no pictures. */
  plain: string
  /** What falls away where there are no pictures. */
  piece: string
  paper: string
  sound: string
  /** Sound that falls away where there are no pictures. */
  plainSound: string
}

export interface FilmDrawing {
  layout: StripLayout
  heightPx: number
  durationSeconds: number
  startX: number
  endX: number
  /** From a cut to what falls away: the handle and the kerf. */
  gapPx: number
  pictures: FilmPictures | null
  sound: SoundState
  colours: FilmColours
}

/** What is kept stands this much prouder at each edge. */
const PROUD_PX = 7
/** Past the edge of the screen, so that no hairline shows there. */
const OVERHANG_PX = 4
const PLAIN_TILE_RATIO = 16 / 9
/** The part of the film's height that is sound, where there are pictures as well. */
const SOUND_SHARE = 34 / 112

interface Piece {
  fromX: number
  toX: number
  kept: boolean
}

/** Draws the film: what is kept at full height and in colour, what falls away lower, grey and dim. Answers the bars of sound. */
export function drawFilm(context: CanvasRenderingContext2D, drawing: FilmDrawing): number {
  const { layout, startX, endX, gapPx, durationSeconds } = drawing
  const filmStart = Math.max(-OVERHANG_PX, secondsToX(0, layout))
  const filmEnd = Math.min(layout.widthPx + OVERHANG_PX, secondsToX(durationSeconds, layout))
  const pieces: Piece[] = [
    { fromX: filmStart, toX: Math.min(filmEnd, startX - gapPx), kept: false },
    { fromX: Math.max(filmStart, endX + gapPx), toX: filmEnd, kept: false },
    { fromX: Math.max(filmStart, startX), toX: Math.min(filmEnd, endX), kept: true },
  ]
  context.clearRect(0, 0, layout.widthPx, drawing.heightPx)
  return pieces.reduce((bars, piece) => bars + drawPiece(context, drawing, piece), 0)
}

function drawPiece(context: CanvasRenderingContext2D, drawing: FilmDrawing, piece: Piece): number {
  const { heightPx, pictures, sound, colours } = drawing
  const width = piece.toX - piece.fromX
  if (width < 0.5) return 0
  const inset = piece.kept ? 0 : PROUD_PX
  // Without pictures the sound is the film.
  const soundHeight = sound === null ? 0 : pictures ? Math.round(heightPx * SOUND_SHARE) : heightPx
  const pictureHeight = pictures ? heightPx - soundHeight : heightPx
  context.save()
  context.beginPath()
  context.rect(piece.fromX, inset, width, heightPx - 2 * inset)
  context.clip()
  const bare = piece.kept ? colours.plain : colours.piece
  context.fillStyle = pictures ? colours.film : bare
  context.fillRect(piece.fromX, inset, width, heightPx - 2 * inset)
  if (pictures) drawPictures(context, drawing, pictures, piece, pictureHeight)
  else if (soundHeight === 0) drawPlainLines(context, drawing, piece)
  let bars = 0
  if (sound !== null && sound !== 'coming') {
    const topPx = Math.max(inset, heightPx - soundHeight)
    const colour = pictures || piece.kept ? colours.sound : colours.plainSound
    bars = drawSound(context, drawing.layout, sound, {
      ...piece,
      topPx,
      heightPx: heightPx - inset - topPx,
      colour,
    })
  }
  if (!piece.kept && pictures) dim(context, drawing, piece)
  context.restore()
  return bars
}

const pixelsPerSecond = ({ widthPx, padPx, view }: StripLayout): number => (widthPx - 2 * padPx) / viewSeconds(view)

/** Pictures are fixed to time, not to the screen: when the window moves, every picture moves with its moment. */
function drawPictures(
  context: CanvasRenderingContext2D,
  drawing: FilmDrawing,
  pictures: FilmPictures,
  piece: Piece,
  height: number,
): void {
  const { layout, durationSeconds } = drawing
  const { frameWidth, frameHeight, secondsPerFrame } = pictures
  const grid = tileGrid(height, frameWidth / frameHeight, pixelsPerSecond(layout), secondsPerFrame)
  const originX = secondsToX(0, layout)
  const last = Math.floor((piece.toX - originX) / grid.widthPx)
  for (let tile = Math.max(0, Math.floor((piece.fromX - originX) / grid.widthPx)); tile <= last; tile++) {
    const x = originX + tile * grid.widthPx
    const picture = pictures.pictureAt(tileMoment(tile, grid, durationSeconds))
    if (picture) {
      const { sheet, place } = picture
      const cut = frameWidth * grid.shareOfFrame
      const cutX = place.x + (frameWidth - cut) / 2
      context.drawImage(sheet, cutX, place.y, cut, frameHeight, x, 0, grid.widthPx, height)
    }
    drawLine(context, x, height, drawing.colours.filmLine)
  }
}

function drawPlainLines(
  context: CanvasRenderingContext2D,
  { layout, heightPx, colours }: FilmDrawing,
  piece: Piece,
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
