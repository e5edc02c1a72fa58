import { framesPerSecond, sceneSeconds, stageHeight, stageWidth } from './film.ts'
import { paintDuskRoad } from './scenes/dusk-road.ts'
import { paintGreenHills } from './scenes/green-hills.ts'
import { paintMorningRidges } from './scenes/morning-ridges.ts'
import { paintPineForest } from './scenes/pine-forest.ts'
import { paintSailingBoat } from './scenes/sailing-boat.ts'
import type { Scene } from './scenes/stage.ts'
import { paintTentAtNight } from './scenes/tent-at-night.ts'
import { drawTimecode } from './timecode.ts'

/** From sunrise to night. */
const scenes: readonly Scene[] = [
  paintSailingBoat,
  paintMorningRidges,
  paintGreenHills,
  paintPineForest,
  paintDuskRoad,
  paintTentAtNight,
]

/** Runs in the browser: paints one frame of the film over the whole canvas, whatever its size. */
export function paintFilm(canvas: CanvasRenderingContext2D, frameNumber: number, withTimecode: boolean): void {
  const seconds = frameNumber / framesPerSecond
  const index = Math.floor(seconds / sceneSeconds)
  const scene = scenes[index]
  if (!scene) throw new RangeError(`The film has no frame ${frameNumber}`)
  canvas.save()
  canvas.scale(canvas.canvas.width / stageWidth, canvas.canvas.height / stageHeight)
  scene(canvas, seconds - index * sceneSeconds)
  canvas.restore()
  if (!withTimecode) return
  canvas.save()
  canvas.scale(canvas.canvas.width / stageWidth, canvas.canvas.height / stageHeight)
  drawTimecode(canvas, frameNumber)
  canvas.restore()
}
