import { mapNumbers } from './map-numbers.ts'

/** One plane of a frame, a byte a pixel. */
export interface Plane {
  width: number
  height: number
  values: Uint8Array
}

/** Grains in pixels of a frame 360 pixels high, and how much of the texture's contrast each makes up. */
const grains = [
  { pixels: 48, weight: 0.55 },
  { pixels: 12, weight: 0.3 },
  { pixels: 4, weight: 0.15 },
] as const

/**
 * Noise in several sizes of grain, the same on every run and alike at every scale, larger than a frame by `margin`
 * to either dimension, with values from `low` to `high`.
 */
export function createTexture(
  size: { width: number; height: number },
  margin: number,
  scale: number,
  [low, high]: readonly [number, number],
): Plane {
  const width = size.width + margin
  const height = size.height + margin
  const sum = new Float32Array(width * height)
  grains.forEach(({ pixels, weight }, seed) => {
    addGrain(sum, width, Math.max(2, pixels * scale), weight, seededRandom(seed))
  })
  const values = mapNumbers(new Uint8Array(sum.length), sum, (value) => low + (high - low) * value)
  return { width, height, values }
}

/** Only the lower half of the texture moves, in tall frames less: that keeps encoding fast. */
const mostMovingRows = 180

/** Fills a plane with the texture; its moving part begins at `shift` in the texture. */
export function drawTexture(texture: Plane, onto: Plane, shift: { x: number; y: number }): void {
  const firstMovingRow = Math.max(onto.height / 2, onto.height - mostMovingRows)
  for (let y = 0; y < onto.height; y++) {
    const moves = y >= firstMovingRow
    const start = (y + (moves ? shift.y : 0)) * texture.width + (moves ? shift.x : 0)
    onto.values.set(texture.values.subarray(start, start + onto.width), y * onto.width)
  }
}

/** Adds random values on a grid of `cell` pixels, interpolated linearly in between. */
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

/** Numbers from 0 to 1, the same on every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
