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

const rows: readonly Row[] = [
  { seed: 1, ground: 620, treeHeight: 250, spacing: 62, top: '#bcc6bf', foot: '#d3d9d2', speed: 5 },
  { seed: 2, ground: 730, treeHeight: 340, spacing: 88, top: '#93a39a', foot: '#c0cac2', speed: 10 },
  { seed: 3, ground: 860, treeHeight: 430, spacing: 122, top: '#63786e', foot: '#a3b2a8', speed: 18 },
  { seed: 4, ground: 1010, treeHeight: 540, spacing: 176, top: '#34493f', foot: '#74877b', speed: 30 },
  { seed: 5, ground: 1190, treeHeight: 690, spacing: 268, top: '#14231d', foot: '#2c4036', speed: 48 },
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
    drawMist(stage, row, seconds)
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

const tiers = 10

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

function drawMist(stage: Stage, row: Row, seconds: number): void {
  if (row.seed === rows.length) return
  for (let bank = 0; bank < 3; bank++) {
    const x = ((bank * 820 + row.seed * 310 + seconds * (14 + row.seed * 3)) % 2600) - 340
    drawGlow(stage, { x, y: row.ground - 40, radius: 640, colour: '226, 231, 224', alpha: 0.55, flatness: 0.2 })
  }
}
