import { crest, drawRidge, type Ridge } from './ridge.ts'
import { drawGlow, fillBand, fillPolygon, type Stage } from './stage.ts'

const hills: readonly Omit<Ridge, 'shift'>[] = [
  hill(60, 600, 46, 700, '#93b0bd', '#b7cbc9'),
  hill(70, 676, 52, 620, '#7fa394', '#a9c1a8'),
  hill(80, 764, 54, 560, '#648c66', '#8fae7c'),
  hill(90, 866, 50, 520, '#48723f', '#729552'),
  hill(100, 985, 44, 470, '#2f5429', '#4d7434'),
]

function hill(seed: number, y: number, relief: number, hillWidth: number, top: string, foot: string) {
  const colours = [
    [0, top],
    [1, foot],
  ] as const
  return { seed, y, relief, hillWidth, colours, roughness: 0.22, depth: 230 }
}

/** Green hills at noon, with clouds, a wind turbine and a balloon. */
export function paintGreenHills(stage: Stage, seconds: number): void {
  fillBand(stage, 0, 760, [
    [0, '#3f7fae'],
    [0.5, '#84b3cb'],
    [1, '#d6e4df'],
  ])
  drawClouds(stage, seconds)
  hills.forEach((each, index) => {
    const ridge = { ...each, shift: 700 + seconds * (2 + index * 3) }
    drawRidge(stage, ridge)
    if (index === 2) {
      drawTurbine(stage, 1440 - seconds * 8, ridge, 250, seconds * 1.1)
      drawTurbine(stage, 1640 - seconds * 8, ridge, 210, seconds * 1.1 + 0.9)
    }
    if (index === 1) drawBalloon(stage, 520 + seconds * 22, 420 - seconds * 9)
  })
}

function drawClouds(stage: Stage, seconds: number): void {
  for (const [x, y, size] of [
    [360, 170, 1],
    [1230, 120, 1.35],
    [1800, 280, 0.9],
    [860, 330, 0.6],
  ] as const) {
    const left = x + seconds * 9 * size
    for (const [dx, dy, radius, alpha] of [
      [-130, 22, 150, 0.75],
      [0, 0, 190, 0.9],
      [120, 16, 160, 0.8],
      [230, 34, 110, 0.6],
    ] as const) {
      const glow = { radius: radius * size, colour: '250, 252, 250', alpha, flatness: 0.42 }
      drawGlow(stage, { ...glow, x: left + dx * size, y: y + dy * size })
    }
  }
}

/** A white wind turbine that stands on a ridge; its rotor makes every single frame different. */
function drawTurbine(stage: Stage, x: number, ridge: Ridge, tall: number, angle: number): void {
  const foot = crest(ridge, x) + 12
  const hub = foot - tall
  stage.fillStyle = '#f3f5f0'
  fillPolygon(stage, [
    [x - 6, foot],
    [x - 2.5, hub],
    [x + 2.5, hub],
    [x + 6, foot],
  ])
  for (let blade = 0; blade < 3; blade++) {
    stage.save()
    stage.translate(x, hub)
    stage.rotate(angle + (blade * 2 * Math.PI) / 3)
    stage.beginPath()
    stage.moveTo(-3, 0)
    stage.quadraticCurveTo(-11, -tall * 0.14, -1, -tall * 0.56)
    stage.lineTo(3, 0)
    stage.fill()
    stage.restore()
  }
  stage.beginPath()
  stage.arc(x, hub, 8, 0, 2 * Math.PI)
  stage.fill()
}

function drawBalloon(stage: Stage, x: number, y: number): void {
  const radius = 92
  const stripes = ['#c4533a', '#efe6cf', '#c4533a', '#efe6cf', '#c4533a']
  stage.save()
  stage.beginPath()
  balloonOutline(stage, x, y, radius)
  stage.clip()
  stripes.forEach((colour, index) => {
    // Seams bulge: each stripe is an ellipse narrower than the one before.
    stage.fillStyle = colour
    stage.beginPath()
    stage.ellipse(x, y, radius * (1 - index * 0.21), radius * 2, 0, 0, 2 * Math.PI)
    stage.fill()
  })
  const shade = stage.createLinearGradient(x - radius, 0, x + radius, 0)
  shade.addColorStop(0, 'rgba(255, 246, 220, 0.25)')
  shade.addColorStop(0.5, 'rgba(0, 0, 0, 0)')
  shade.addColorStop(1, 'rgba(40, 30, 50, 0.35)')
  stage.fillStyle = shade
  stage.fillRect(x - radius, y - radius, 2 * radius, 3 * radius)
  stage.restore()

  stage.strokeStyle = '#4a3a2e'
  stage.lineWidth = 2.5
  for (const side of [-1, 1]) {
    stage.beginPath()
    stage.moveTo(x + side * 20, y + radius * 1.36)
    stage.lineTo(x + side * 15, y + radius * 1.72)
    stage.stroke()
  }
  stage.fillStyle = '#5f4631'
  stage.fillRect(x - 18, y + radius * 1.7, 36, 28)
}

function balloonOutline(stage: Stage, x: number, y: number, radius: number): void {
  stage.arc(x, y, radius, 0.82 * Math.PI, 0.18 * Math.PI)
  stage.quadraticCurveTo(x + radius * 0.5, y + radius * 1.05, x + 22, y + radius * 1.38)
  stage.lineTo(x - 22, y + radius * 1.38)
  stage.quadraticCurveTo(x - radius * 0.5, y + radius * 1.05, x - radius * 0.845, y + radius * 0.536)
}
