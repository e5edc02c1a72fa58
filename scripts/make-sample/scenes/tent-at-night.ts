import { seededRandom } from './noise.ts'
import { drawRidge } from './ridge.ts'
import { drawGlow, fillBand, fillPolygon, height, type Stage, width } from './stage.ts'

const ground = 905
const tent = { x: 660, halfWidth: 190, tall: 196 }

interface Star {
  x: number
  y: number
  size: number
  alpha: number
  phase: number
}

const stars = layOutStars()

function layOutStars(): Star[] {
  const random = seededRandom(21)
  return Array.from({ length: 230 }, () => ({
    x: random() * width * 1.1,
    y: random() ** 1.3 * 640,
    size: 1.1 + 2.4 * random() ** 4,
    alpha: 0.35 + 0.6 * random(),
    phase: random() * 2 * Math.PI,
  }))
}

/** A tent lit from within, under stars that turn slowly. */
export function paintTentAtNight(stage: Stage, seconds: number): void {
  fillBand(stage, 0, height, [
    [0, '#0a1426'],
    [0.4, '#152742'],
    [0.68, '#2a4156'],
    [1, '#33475a'],
  ])
  drawMilkyWay(stage)
  drawStars(stage, seconds)
  drawShootingStar(stage, seconds - 5.2)
  drawRidge(stage, {
    seed: 31,
    y: 726,
    relief: 64,
    hillWidth: 640,
    roughness: 0.35,
    colours: [
      [0, '#1a2b3f'],
      [1, '#22354a'],
    ],
  })
  drawRidge(stage, {
    seed: 47,
    y: 842,
    relief: 34,
    hillWidth: 560,
    roughness: 0.4,
    colours: [
      [0, '#101c2a'],
      [1, '#16222f'],
    ],
  })
  const flicker = 1 + 0.05 * Math.sin(seconds * 2.3) + 0.03 * Math.sin(seconds * 5.1)
  drawGlow(stage, {
    x: tent.x,
    y: ground - 60,
    radius: 620,
    colour: '255, 166, 72',
    alpha: 0.42 * flicker,
    flatness: 0.6,
  })
  fillBand(stage, ground, height, [
    [0, '#0c141b'],
    [1, '#070c11'],
  ])
  drawGlow(stage, {
    x: tent.x,
    y: ground + 22,
    radius: 470,
    colour: '255, 160, 70',
    alpha: 0.4 * flicker,
    flatness: 0.13,
  })
  drawTent(stage, flicker)
  drawSitter(stage)
}

function drawMilkyWay(stage: Stage): void {
  for (let cloud = 0; cloud < 9; cloud++) {
    const x = 380 + cloud * 170
    const y = 560 - cloud * 62
    drawGlow(stage, { x, y, radius: 260 + (cloud % 3) * 50, colour: '140, 168, 196', alpha: 0.15, flatness: 0.62 })
  }
}

function drawStars(stage: Stage, seconds: number): void {
  stage.fillStyle = '#eef3f6'
  for (const { x, y, size, alpha, phase } of stars) {
    stage.globalAlpha = alpha * (0.85 + 0.15 * Math.sin(seconds * 1.6 + phase))
    stage.beginPath()
    stage.arc(x - seconds * 2.4, y + seconds * 0.6, size, 0, 2 * Math.PI)
    stage.fill()
  }
  stage.globalAlpha = 1
}

/** Crosses the sky within a second; `since` counts from its beginning. */
function drawShootingStar(stage: Stage, since: number): void {
  if (since < 0 || since > 1) return
  const x = 1250 + 420 * since
  const y = 150 + 150 * since
  const trail = stage.createLinearGradient(x - 210, y - 75, x, y)
  trail.addColorStop(0, 'rgba(238, 243, 246, 0)')
  trail.addColorStop(1, `rgba(238, 243, 246, ${0.95 * Math.sin(since * Math.PI)})`)
  stage.strokeStyle = trail
  stage.lineWidth = 4
  stage.lineCap = 'round'
  stage.beginPath()
  stage.moveTo(x - 210, y - 75)
  stage.lineTo(x, y)
  stage.stroke()
}

function drawTent(stage: Stage, flicker: number): void {
  const { x, halfWidth, tall } = tent
  const top = ground - tall
  const cloth = stage.createRadialGradient(x, ground - 50, 10, x, ground - 50, 230)
  cloth.addColorStop(0, `rgba(255, ${Math.round(206 * flicker)}, 120, 1)`)
  cloth.addColorStop(0.55, '#e8974a')
  cloth.addColorStop(1, '#a95c2b')
  stage.fillStyle = cloth
  fillPolygon(stage, [
    [x - halfWidth, ground + 6],
    [x, top],
    [x + halfWidth, ground + 6],
  ])
  stage.fillStyle = 'rgba(96, 44, 16, 0.55)'
  fillPolygon(stage, [
    [x, top],
    [x + halfWidth, ground + 6],
    [x + halfWidth * 0.5, ground + 6],
  ])
  stage.fillStyle = '#4b2a15'
  fillPolygon(stage, [
    [x, top + 10],
    [x - 9, ground + 6],
    [x + 9, ground + 6],
  ])
  stage.strokeStyle = '#2a2019'
  stage.lineWidth = 3
  for (const side of [-1, 1]) {
    stage.beginPath()
    stage.moveTo(x + side * halfWidth * 0.55, ground - tall * 0.44)
    stage.lineTo(x + side * (halfWidth + 74), ground + 12)
    stage.stroke()
  }
}

/** Somebody who sits beside the tent with knees drawn up and looks at the sky. */
function drawSitter(stage: Stage): void {
  stage.fillStyle = '#0a1016'
  stage.strokeStyle = '#0a1016'
  stage.beginPath()
  stage.arc(1007, ground - 91, 17, 0, 2 * Math.PI)
  stage.fill()
  stage.lineCap = 'round'
  stage.lineJoin = 'round'
  stage.lineWidth = 34
  stage.beginPath()
  stage.moveTo(1006, ground - 58)
  stage.quadraticCurveTo(992, ground - 36, 1002, ground - 10)
  stage.stroke()
  stage.lineWidth = 19
  stage.beginPath()
  stage.moveTo(1004, ground - 4)
  stage.lineTo(1054, ground - 46)
  stage.lineTo(1066, ground)
  stage.lineTo(1078, ground)
  stage.stroke()
  stage.lineWidth = 12
  stage.beginPath()
  stage.moveTo(1010, ground - 60)
  stage.lineTo(1052, ground - 44)
  stage.stroke()
}
