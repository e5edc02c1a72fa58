import { layeredNoise, seededRandom } from './noise.ts'
import { drawGlow, fillBand, fillPolygon, height, type Stage, verticalGradient, width } from './stage.ts'

const horizon = 486
const sun = { x: 860, y: 300 }

/** A sailing boat on a calm sea, the sun just up. */
export function paintSailingBoat(stage: Stage, seconds: number): void {
  fillBand(stage, 0, horizon, [
    [0, '#4f7f92'],
    [0.45, '#8ba9a6'],
    [0.8, '#d3cba6'],
    [1, '#f0dcab'],
  ])
  drawClouds(stage, seconds)
  drawGlow(stage, { ...sun, radius: 620, colour: '255, 240, 190', alpha: 0.75 })
  stage.fillStyle = '#fff6d8'
  stage.beginPath()
  stage.arc(sun.x, sun.y, 52, 0, 2 * Math.PI)
  stage.fill()
  drawHeadland(stage)
  drawSea(stage)
  drawSwell(stage, seconds)
  const x = 520 + seconds * 34
  drawBoat(stage, x, seconds)
}

function drawClouds(stage: Stage, seconds: number): void {
  const drift = seconds * 4
  for (const [x, y, radius, alpha] of [
    [1480, 60, 420, 0.5],
    [1750, 130, 360, 0.4],
    [700, 30, 300, 0.35],
    [200, 190, 340, 0.22],
    [1600, 380, 520, 0.3],
  ] as const) {
    drawGlow(stage, { x: x + drift, y, radius, colour: '240, 234, 216', alpha, flatness: 0.16 })
  }
}

/** A low cape that comes out of the sea and rises to the right. */
function drawHeadland(stage: Stage): void {
  const tip = 1190
  const crests = Array.from({ length: 76 }, (_, index): [number, number] => {
    const x = tip + index * 10
    const rise = ((x - tip) / (width - tip)) ** 0.75
    return [x, horizon - rise * (40 + 17 * layeredNoise(12, x / 190, 4, 0.4))]
  })
  stage.fillStyle = verticalGradient(stage, horizon - 60, horizon, [
    [0, '#5f7794'],
    [1, '#8593a0'],
  ])
  fillPolygon(stage, [...crests, [width + 10, horizon], [tip, horizon]])
}

function drawSea(stage: Stage): void {
  fillBand(stage, horizon, height, [
    [0, '#a8aa93'],
    [0.06, '#84968c'],
    [0.3, '#4d6d6f'],
    [0.65, '#2f5257'],
    [1, '#1d3a42'],
  ])
  drawGlow(stage, { x: sun.x, y: horizon, radius: 520, colour: '255, 238, 180', alpha: 0.5, flatness: 0.5 })
}

interface Streak {
  x: number
  /** 0 at the horizon, 1 at the bottom. */
  nearness: number
  length: number
  phase: number
  light: boolean
}

const streaks = layOutStreaks()

/** Flat strokes of light and shade: small and dense far away, wide and few in front, brighter below the sun. */
function layOutStreaks(): Streak[] {
  const random = seededRandom(7)
  return Array.from({ length: 190 }, (_, index) => {
    const nearness = random() ** 1.7
    const underSun = index % 3 > 0
    const spread = 0.1 + nearness * 0.55
    const centre = underSun ? sun.x + (random() + random() - 1) * width * spread : random() * width * 1.2
    return {
      x: centre,
      nearness,
      length: (14 + 150 * nearness) * (0.5 + random()),
      phase: random() * 2 * Math.PI,
      light: underSun,
    }
  }).sort((a, b) => a.nearness - b.nearness)
}

function drawSwell(stage: Stage, seconds: number): void {
  for (const { x, nearness, length, phase, light } of streaks) {
    const breath = Math.sin(seconds * 1.1 + phase)
    if (breath < -0.75) continue
    const y = horizon + 5 + (height - horizon) * nearness
    const half = (length / 2) * (0.55 + 0.45 * breath)
    const thickness = (1.2 + 8 * nearness) * (0.6 + 0.4 * breath)
    const place = x + seconds * (3 + 14 * nearness) + 6 * Math.sin(seconds * 0.7 + phase)
    stage.fillStyle = light ? '#f3e6b4' : '#254a50'
    stage.globalAlpha = (light ? 0.62 : 0.4) * Math.min(1, (breath + 0.75) * 1.6)
    drawLens(stage, place, y, half, thickness)
  }
  stage.globalAlpha = 1
}

/** A pointed stroke of water. */
function drawLens(stage: Stage, x: number, y: number, half: number, thickness: number): void {
  stage.beginPath()
  stage.moveTo(x - half, y)
  stage.quadraticCurveTo(x - half * 0.2, y - thickness, x + half, y - thickness * 0.15)
  stage.quadraticCurveTo(x + half * 0.3, y + thickness * 0.9, x - half, y)
  stage.fill()
}

function drawBoat(stage: Stage, x: number, seconds: number): void {
  const waterline = 622
  drawReflection(stage, x, waterline, seconds)
  stage.save()
  stage.translate(x, waterline + 3 * Math.sin(seconds * 1.7))
  stage.rotate(0.02 * Math.sin(seconds * 1.3) + 0.03)
  drawSail(stage, [-7, -300], [-86, -34], -14, ['#b99a63', '#e9cf96'])
  drawSail(stage, [6, -322], [104, -34], 26, ['#f7efd9', '#d9cdb0'])
  stage.fillStyle = '#20201d'
  stage.fillRect(-3, -336, 6, 310)
  stage.beginPath()
  stage.moveTo(-122, -26)
  stage.lineTo(122, -26)
  stage.quadraticCurveTo(104, 12, 66, 14)
  stage.lineTo(-74, 14)
  stage.quadraticCurveTo(-104, 6, -122, -26)
  stage.fill()
  stage.fillStyle = '#c9bb93'
  stage.fillRect(-118, -26, 236, 5)
  stage.restore()
}

/** A sail from its head down to the mast's foot and out to its clew, bellied by the wind. */
function drawSail(
  stage: Stage,
  [headX, headY]: readonly [number, number],
  [clewX, clewY]: readonly [number, number],
  belly: number,
  [light, shade]: readonly [string, string],
): void {
  const cloth = stage.createLinearGradient(headX, 0, clewX, 0)
  cloth.addColorStop(0, light)
  cloth.addColorStop(1, shade)
  stage.fillStyle = cloth
  stage.beginPath()
  stage.moveTo(headX, headY)
  stage.quadraticCurveTo((headX + clewX) / 2 + belly, (headY + clewY) / 2, clewX, clewY)
  stage.lineTo(headX, clewY)
  stage.closePath()
  stage.fill()
}

function drawReflection(stage: Stage, x: number, waterline: number, seconds: number): void {
  for (let row = 0; row < 16; row++) {
    const y = waterline + 14 + row * 14
    const half = (row < 4 ? 108 : 84 - row * 3.6) * (0.8 + 0.2 * Math.sin(seconds * 1.4 + row * 1.9))
    const sway = (2 + row) * 1.1 * Math.sin(seconds * 1.2 + row * 0.8)
    stage.fillStyle = row < 4 ? '#18272a' : '#c8bf9f'
    stage.globalAlpha = row < 4 ? 0.62 - row * 0.1 : 0.34 - row * 0.018
    drawLens(stage, x + sway, y, half, 7)
  }
  stage.globalAlpha = 1
}
