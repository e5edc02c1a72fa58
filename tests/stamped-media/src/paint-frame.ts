import { mapNumbers } from './map-numbers.ts'
import { drawStamp, stampHeight } from './stamp.ts'

/** Maximum shift of the texture in pixels, as a share of the frame's height. */
const driftShare = 64 / 360

/**
 * Paints the frames of a stamped video as yuv420p: luma plane, then two chroma planes of half the size.
 * @param size width and height, both even
 * @param texture whether a moving texture fills the frame; without it, only a disc moves over grey
 */
export function createFramePainter(size: { width: number; height: number }, texture: boolean) {
  const { width, height } = size
  const frame = Buffer.alloc((width * height * 3) / 2, 128)
  const luma = { width, height, values: frame.subarray(0, width * height) }
  const halfSize = { width: width / 2, height: height / 2 }
  const blue = { ...halfSize, values: frame.subarray(width * height, (width * height * 5) / 4) }
  const red = { ...halfSize, values: frame.subarray((width * height * 5) / 4) }
  const drift = 4 * Math.ceil((height * driftShare) / 4)
  const lumaTexture = texture ? createTexture(luma, drift, height / 360, [60, 200]) : null
  const chromaTexture = texture ? createTexture(halfSize, drift / 2, height / 360, [80, 176]) : null

  return {
    /** The next call reuses the returned buffer. */
    paint(frameNumber: number): Buffer {
      if (lumaTexture && chromaTexture) {
        const textureShift = shiftAt(frameNumber, drift)
        drawTexture(lumaTexture, luma, textureShift)
        drawTexture(chromaTexture, blue, { x: textureShift.x / 2, y: textureShift.y / 2 })
        drawTexture(chromaTexture, red, { x: textureShift.y / 2, y: textureShift.x / 2 })
      } else {
        luma.values.fill(110)
      }
      drawDisc(luma.values, size, frameNumber)
      drawStamp(luma.values, size, frameNumber)
      const stampedChroma = (halfSize.width * stampHeight(height)) / 2
      blue.values.fill(128, 0, stampedChroma)
      red.values.fill(128, 0, stampedChroma)
      return frame
    },
  }
}

/** Shift of the texture along a slow Lissajous curve: neighbouring frames differ, and nothing repeats with the GOP. */
function shiftAt(frameNumber: number, drift: number): { x: number; y: number } {
  const along = (speed: number) => 2 * Math.round((drift / 4) * (1 + Math.sin(frameNumber * speed)))
  return { x: along(0.11), y: along(0.071) }
}

/** A light disc that moves differently than the texture, so that B-frames have something to predict. */
function drawDisc(luma: Uint8Array, { width, height }: { width: number; height: number }, frameNumber: number): void {
  const radius = height / 8
  const centreX = width * (0.5 + 0.4 * Math.sin(frameNumber * 0.093))
  const centreY = height * (0.6 + 0.25 * Math.cos(frameNumber * 0.059))
  for (let y = Math.ceil(centreY - radius); y <= Math.min(height - 1, centreY + radius); y++) {
    const reach = Math.sqrt(Math.max(0, radius ** 2 - (y - centreY) ** 2))
    const from = Math.max(0, Math.round(centreX - reach))
    const to = Math.min(width, Math.round(centreX + reach))
    luma.fill(225, y * width + from, y * width + to)
  }
}

/** One plane of a frame, with one byte per pixel. */
interface Plane {
  width: number
  height: number
  values: Uint8Array
}

/** Sizes of noise grains for a frame 360 pixels high, and their fractions of the contrast. */
const grains = [
  { pixels: 48, weight: 0.55 },
  { pixels: 12, weight: 0.3 },
  { pixels: 4, weight: 0.15 },
] as const

/** Seeded noise of several grain sizes, larger than a frame by `margin` in both dimensions. */
function createTexture(
  size: { width: number; height: number },
  margin: number,
  scale: number,
  [minLuma, maxLuma]: readonly [number, number],
): Plane {
  const width = size.width + margin
  const height = size.height + margin
  const sum = new Float32Array(width * height)
  grains.forEach(({ pixels, weight }, seed) => {
    addGrain(sum, width, Math.max(2, pixels * scale), weight, seededRandom(seed))
  })
  const values = mapNumbers(new Uint8Array(sum.length), sum, (value) => minLuma + (maxLuma - minLuma) * value)
  return { width, height, values }
}

/**
 * Maximum number of moving rows. Only the lower half of the texture moves, in tall frames less, which keeps encoding
 * fast.
 */
const maxMovingRows = 180

/** Fills a plane with the texture. The moving part begins at `textureShift` in the texture. */
function drawTexture(texture: Plane, target: Plane, textureShift: { x: number; y: number }): void {
  const firstMovingRow = Math.max(target.height / 2, target.height - maxMovingRows)
  for (let y = 0; y < target.height; y++) {
    const isMoving = y >= firstMovingRow
    const start = (y + (isMoving ? textureShift.y : 0)) * texture.width + (isMoving ? textureShift.x : 0)
    target.values.set(texture.values.subarray(start, start + target.width), y * target.width)
  }
}

/** Adds random values on a grid of `cell` pixels, with linear interpolation. */
function addGrain(sum: Float32Array, width: number, cell: number, weight: number, random: () => number): void {
  const height = sum.length / width
  const columns = Math.ceil(width / cell) + 2
  const rows = Math.ceil(height / cell) + 2
  const grid = Array.from({ length: rows }, () => Float32Array.from({ length: columns }, random))
  const line = new Float32Array(columns)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell)
    const down = y / cell - row
    for (let column = 0; column < columns; column++) {
      line[column] = weight * (grid[row]![column]! * (1 - down) + grid[row + 1]![column]! * down)
    }
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / cell)
      const right = x / cell - column
      sum[y * width + x]! += line[column]! * (1 - right) + line[column + 1]! * right
    }
  }
}

/** Pseudo-random numbers from 0 to 1, the same on every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32
  }
}
