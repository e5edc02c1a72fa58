import { drawRidge } from './ridge.ts'
import { drawGlow, fillBand, fillPolygon, height, type Stage } from './stage.ts'

const horizon = 520
const metresPerSecond = 11

/** How many units a metre takes at a distance of one metre; sets the height of the eye. */
const scale = 1900
const eyeHeight = 1.7

/** A road across a plain after sunset, seen from a car that is in no hurry. */
export function paintDuskRoad(stage: Stage, seconds: number): void {
  fillBand(stage, 0, horizon, [
    [0, '#1c2f4c'],
    [0.4, '#54506a'],
    [0.7, '#b4605a'],
    [0.9, '#e8895a'],
    [1, '#f5ac6c'],
  ])
  drawGlow(stage, { x: 1290, y: horizon - 6, radius: 620, colour: '255, 190, 110', alpha: 0.8, flatness: 0.72 })
  drawStripsOfCloud(stage, seconds)
  drawRidge(stage, {
    seed: 23,
    y: horizon - 36,
    relief: 36,
    hillWidth: 420,
    roughness: 0.45,
    depth: 90,
    shift: 100 + seconds * 2,
    colours: [
      [0, '#45415c'],
      [1, '#6d5264'],
    ],
  })
  fillBand(stage, horizon, height, [
    [0, '#b07a52'],
    [0.12, '#946647'],
    [0.5, '#5f4634'],
    [1, '#33271f'],
  ])
  const travelled = seconds * metresPerSecond
  drawFurrows(stage, travelled)
  drawRoad(stage, travelled)
  drawPosts(stage, travelled)
}

function drawStripsOfCloud(stage: Stage, seconds: number): void {
  for (const [x, y, radius, colour] of [
    [420, 250, 520, '236, 140, 110'],
    [1500, 190, 620, '226, 128, 112'],
    [950, 350, 560, '255, 190, 130'],
    [1820, 330, 420, '250, 170, 120'],
  ] as const) {
    drawGlow(stage, { x: x + seconds * 5, y, radius, colour, alpha: 0.42, flatness: 0.07 })
  }
}

/** Where a point of the plain appears; `metres` ahead of the eye and `aside` to the right. The road bends far away. */
function project(metres: number, aside: number): [x: number, y: number] {
  const bend = 0.0004 * metres ** 1.7
  return [960 + ((aside + bend) * scale) / metres, horizon + (eyeHeight * scale) / metres]
}

const near = 4
const far = 260

/** A strip of the plain between two distances; the far edge is cut into short pieces to follow the bend. */
function fillStrip(stage: Stage, from: number, to: number, left: number, right: number): void {
  const places = 1 + Math.ceil(Math.log(to / from) * 8)
  const distances = Array.from({ length: places + 1 }, (_, index) => from * (to / from) ** (index / places))
  fillPolygon(stage, [
    ...distances.map((metres) => project(metres, left)),
    ...distances.reverse().map((metres) => project(metres, right)),
  ])
}

function drawRoad(stage: Stage, travelled: number): void {
  stage.fillStyle = '#4c3d36'
  fillStrip(stage, 2, far, -4.1, 4.1)
  stage.fillStyle = '#2b2829'
  fillStrip(stage, 2, far, -3.5, 3.5)
  stage.fillStyle = '#cdbfae'
  fillStrip(stage, 2, far, -3.25, -3.1)
  fillStrip(stage, 2, far, 3.1, 3.25)
  stage.fillStyle = '#e9b44c'
  for (const metres of marks(travelled, 12, 2)) fillStrip(stage, Math.max(2, metres), metres + 5, -0.09, 0.09)
}

/** Distances ahead of things that stand every `spacing` metres along the road, farthest first. */
function marks(travelled: number, spacing: number, nearest: number): number[] {
  const first = Math.ceil((travelled + nearest - spacing) / spacing)
  const count = Math.floor(160 / spacing)
  return Array.from({ length: count }, (_, index) => (first + count - 1 - index) * spacing - travelled).filter(
    (metres) => metres > nearest - 5,
  )
}

function drawFurrows(stage: Stage, travelled: number): void {
  for (const metres of marks(travelled, 16, near)) {
    if (metres < near) continue
    stage.globalAlpha = 0.22 * Math.min(1, 60 / metres)
    stage.fillStyle = '#2a1f18'
    fillStrip(stage, metres, metres * 1.05, -60, -6)
    fillStrip(stage, metres + 7, (metres + 7) * 1.04, 7, 70)
  }
  stage.globalAlpha = 1
}

/** Posts with reflectors at both sides. */
function drawPosts(stage: Stage, travelled: number): void {
  for (const metres of marks(travelled, 24, near)) {
    if (metres < near) continue
    const size = scale / metres
    for (const aside of [-4.9, 4.9]) {
      const [x, y] = project(metres, aside)
      stage.fillStyle = '#d9cfc2'
      stage.fillRect(x - 0.06 * size, y - 0.95 * size, 0.12 * size, 0.95 * size)
      stage.fillStyle = '#2b2829'
      stage.fillRect(x - 0.06 * size, y - 0.82 * size, 0.12 * size, 0.2 * size)
      stage.fillStyle = '#f2b27a'
      stage.fillRect(x - 0.03 * size, y - 0.78 * size, 0.06 * size, 0.12 * size)
    }
  }
}
