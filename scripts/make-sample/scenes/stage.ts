import { stageHeight, stageWidth } from '../film.ts'

export const width = stageWidth
export const height = stageHeight

/** What a scene paints on: 1920 x 1080 units, origin top left. */
export type Stage = CanvasRenderingContext2D

/** Paints one moment of a scene; `seconds` count from the scene's own beginning. */
export type Scene = (stage: Stage, seconds: number) => void

/** Colours at places from 0 to 1 of a gradient. */
export type Stops = readonly (readonly [place: number, colour: string])[]

export function verticalGradient(stage: Stage, top: number, bottom: number, stops: Stops): CanvasGradient {
  const gradient = stage.createLinearGradient(0, top, 0, bottom)
  for (const [place, colour] of stops) gradient.addColorStop(place, colour)
  return gradient
}

/** Fills a band across the whole stage. */
export function fillBand(stage: Stage, top: number, bottom: number, stops: Stops): void {
  stage.fillStyle = verticalGradient(stage, top, bottom, stops)
  stage.fillRect(0, top, width, bottom - top)
}

export interface Glow {
  x: number
  y: number
  radius: number
  /** As 'r, g, b'. */
  colour: string
  alpha: number
  /** Height as a share of the width; 1 is round. */
  flatness?: number
}

/** A soft spot of light, cloud or mist that fades towards its rim. */
export function drawGlow(stage: Stage, { x, y, radius, colour, alpha, flatness = 1 }: Glow): void {
  stage.save()
  stage.translate(x, y)
  stage.scale(1, flatness)
  const gradient = stage.createRadialGradient(0, 0, 0, 0, 0, radius)
  gradient.addColorStop(0, `rgba(${colour}, ${alpha})`)
  gradient.addColorStop(0.35, `rgba(${colour}, ${alpha * 0.6})`)
  gradient.addColorStop(0.7, `rgba(${colour}, ${alpha * 0.17})`)
  gradient.addColorStop(1, `rgba(${colour}, 0)`)
  stage.fillStyle = gradient
  stage.fillRect(-radius, -radius, 2 * radius, 2 * radius)
  stage.restore()
}

/** A closed shape through the given corners. */
export function fillPolygon(stage: Stage, corners: readonly (readonly [number, number])[]): void {
  stage.beginPath()
  for (const [x, y] of corners) stage.lineTo(x, y)
  stage.closePath()
  stage.fill()
}
