import { layeredNoise } from './noise.ts'
import { height, type Stage, type Stops, verticalGradient, width } from './stage.ts'

export interface Ridge {
  seed: number
  /** Where the ridge lies on average. */
  y: number
  /** How far it rises above and falls below that. */
  relief: number
  /** Width of a hill. */
  hillWidth: number
  /** 0 is round, 0.5 is craggy. */
  roughness: number
  /** From the crest's highest point to `depth` below. */
  colours: Stops
  depth?: number
  /** How far the view has moved to the right. */
  shift?: number
}

const step = 6

/** A line of hills from one side to the other, filled down to the bottom. */
export function drawRidge(stage: Stage, ridge: Ridge): void {
  const { y, relief, colours, depth = 320 } = ridge
  stage.beginPath()
  stage.moveTo(-step, height)
  for (let x = -step; x <= width + step; x += step) stage.lineTo(x, crest(ridge, x))
  stage.lineTo(width + step, height)
  stage.closePath()
  stage.fillStyle = verticalGradient(stage, y - relief, y - relief + depth, colours)
  stage.fill()
}

/** Height of the ridge at a place on the stage. */
export function crest({ seed, y, relief, hillWidth, roughness, shift = 0 }: Ridge, x: number): number {
  return y + relief * layeredNoise(seed, (x + shift) / hillWidth, 5, roughness)
}
