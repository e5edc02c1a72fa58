import { drawRidge } from './ridge.ts'
import { drawGlow, fillBand, type Stage } from './stage.ts'

const ridges = [
  { y: 520, relief: 62, hillWidth: 620, speed: 3, colours: ['#b79a93', '#d8b89a'] },
  { y: 612, relief: 56, hillWidth: 540, speed: 7, colours: ['#957d78', '#bf9f88'] },
  { y: 712, relief: 58, hillWidth: 480, speed: 13, colours: ['#6b5d5c', '#99806f'] },
  { y: 824, relief: 54, hillWidth: 430, speed: 21, colours: ['#474442', '#716156'] },
  { y: 950, relief: 46, hillWidth: 380, speed: 33, colours: ['#1f2625', '#39393a'] },
] as const

/** Ridge behind ridge in the haze, while the sun comes up. */
export function paintMorningRidges(stage: Stage, seconds: number): void {
  fillBand(stage, 0, 640, [
    [0, '#3a5f80'],
    [0.35, '#7e93a0'],
    [0.62, '#e2bd8b'],
    [0.85, '#f8d596'],
    [1, '#f3cf9c'],
  ])
  const sunY = 470 - seconds * 7
  drawGlow(stage, { x: 1040, y: sunY, radius: 760, colour: '255, 226, 158', alpha: 0.85 })
  stage.fillStyle = '#fff3cf'
  stage.beginPath()
  stage.arc(1040, sunY, 62, 0, 2 * Math.PI)
  stage.fill()
  ridges.forEach(({ y, relief, hillWidth, speed, colours }, index) => {
    drawRidge(stage, {
      seed: 40 + index * 10,
      y,
      relief,
      hillWidth,
      roughness: 0.42,
      shift: 400 + seconds * speed,
      depth: 260,
      colours: [
        [0, colours[0]],
        [1, colours[1]],
      ],
    })
    if (index === 1) drawFlock(stage, seconds)
  })
}

/** Three birds that glide across, a wing beat now and then. */
function drawFlock(stage: Stage, seconds: number): void {
  stage.strokeStyle = '#3d4247'
  stage.lineWidth = 5
  stage.lineCap = 'round'
  for (const [behind, above, size] of [
    [0, 0, 30],
    [92, 38, 25],
    [150, -26, 22],
  ] as const) {
    const x = 330 + seconds * 62 - behind
    const y = 300 + above - seconds * 5 + 7 * Math.sin(seconds * 1.2 + behind)
    const lift = size * (0.34 + 0.3 * Math.sin(seconds * 3.1 + behind * 0.05))
    stage.beginPath()
    stage.moveTo(x - size, y - lift)
    stage.quadraticCurveTo(x - size * 0.4, y - lift * 0.9, x, y)
    stage.quadraticCurveTo(x + size * 0.4, y - lift * 0.9, x + size, y - lift)
    stage.stroke()
  }
}
