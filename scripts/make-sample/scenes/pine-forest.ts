import { seededRandom } from './noise.ts'
import { drawGlow, fillBand, height, type Stage, verticalGradient, width } from './stage.ts'

interface Row {
  seed: number
  /** Where the trunks stand. */
  ground: number
  treeHeight: number
  spacing: number
  top: string
  foot: string
  /** How fast the row passes, in units a second. */
  speed: number
}

// Speeds are quarters of a pixel a frame at full size, or fractions of that: moving edges then look the same in every frame.
const rows: readonly Row[] = [
  { seed: 1, ground: 640, treeHeight: 280, spacing: 104, top: '#b4c0b9', foot: '#d0d7d0', speed: 3.75 },
  { seed: 3, ground: 790, treeHeight: 390, spacing: 150, top: '#7e9187', foot: '#b3bfb6', speed: 7.5 },
  { seed: 4, ground: 985, treeHeight: 530, spacing: 190, top: '#3d5348', foot: '#7c8f83', speed: 11.25 },
  { seed: 5, ground: 1190, treeHeight: 700, spacing: 290, top: '#14231d', foot: '#2c4036', speed: 22.5 },
]

/** Past rows of pines in the mist, the near ones faster than the far ones. */
export function paintPineForest(stage: Stage, seconds: number): void {
  fillBand(stage, 0, height, [
    [0, '#cfd6d0'],
    [0.3, '#e3e5dc'],
    [0.6, '#d9ddd4'],
    [1, '#b6c1b8'],
  ])
  drawGlow(stage, { x: 1380, y: 190, radius: 560, colour: '255, 250, 232', alpha: 0.8 })
  for (const row of rows) {
    drawRow(stage, row, seconds)
    if (row !== rows.at(-1)) drawMist(stage, row)
  }
}

function drawRow(stage: Stage, row: Row, seconds: number): void {
  const passed = seconds * row.speed
  const first = Math.floor((passed - row.spacing) / row.spacing) - 1
  const last = Math.ceil((passed + width) / row.spacing) + 1
  for (let index = first; index <= last; index++) {
    const random = seededRandom(row.seed * 7919 + index * 104_729)
    const tall = row.treeHeight * (0.68 + 0.42 * random())
    const x = (index + (random() - 0.5) * 0.7) * row.spacing - passed
    stage.fillStyle = verticalGradient(stage, row.ground - tall, row.ground, [
      [0, row.top],
      [0.55, row.top],
      [1, row.foot],
    ])
    drawPine(stage, x, row.ground, tall, random)
  }
}

/** A pine of drooping tiers, wider downwards, no two sides alike. */
function drawPine(stage: Stage, x: number, ground: number, tall: number, random: () => number): void {
  const trunk = tall * 0.013
  const foot = ground - tall * 0.05
  const right = tierEdges(x, foot, tall, 1, random)
  const left = tierEdges(x, foot, tall, -1, random).reverse()
  stage.beginPath()
  stage.moveTo(x, ground - tall)
  for (const { tip, notch } of right) {
    stage.quadraticCurveTo(notch.x, tip.y - tall * 0.035, tip.x, tip.y)
    stage.lineTo(notch.x, notch.y)
  }
  stage.lineTo(x + trunk, foot)
  stage.lineTo(x + trunk, ground)
  stage.lineTo(x - trunk, ground)
  stage.lineTo(x - trunk, foot)
  for (const { tip, notch, above } of left) {
    stage.lineTo(notch.x, notch.y)
    stage.lineTo(tip.x, tip.y)
    stage.quadraticCurveTo(notch.x, tip.y - tall * 0.035, above.x, above.y)
  }
  stage.closePath()
  stage.fill()
}

const tiers = 9

/** The outline of one side from top to bottom: where each tier's boughs end, and the notch below them. */
function tierEdges(x: number, foot: number, tall: number, side: 1 | -1, random: () => number) {
  let above = { x, y: foot - tall * 0.95 }
  return Array.from({ length: tiers }, (_, tier) => {
    const down = (tier + 1) / tiers
    const reach = tall * 0.19 * down ** 0.85 * (0.85 + 0.3 * random())
    const y = foot - tall * 0.95 * (1 - down)
    const tip = { x: x + side * reach, y }
    const notch = { x: x + side * reach * 0.58, y: y - tall * 0.012 }
    const edge = { tip, notch, above }
    above = notch
    return edge
  })
}

/** The mist that a row's trunks stand in. */
function drawMist(stage: Stage, row: Row): void {
  fillBand(stage, row.ground - row.treeHeight * 0.5, row.ground + 60, [
    [0, 'rgba(222, 228, 221, 0)'],
    [0.75, 'rgba(222, 228, 221, 0.62)'],
    [1, 'rgba(222, 228, 221, 0)'],
  ])
}
