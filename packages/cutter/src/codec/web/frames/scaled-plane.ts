import type { Plane } from '../../planes.ts'

/** The input values of one output value: the first one, and the share of each. */
interface Taps {
  first: number
  shares: Float32Array
}

/** Reach of the bicubic kernel in input values, when nothing is reduced. */
const REACH = 2
/** Sharpness of the bicubic kernel, as FFmpeg's scaler has it. */
const SHARPNESS = 0.6

/** Scales a plane by a bicubic filter, which covers all input values where the plane becomes smaller. */
export function scalePlane(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane
  const columns = tapsFor(plane.width, width)
  const rows = tapsFor(plane.height, height)
  const narrowRows = new Float32Array(width * plane.height)
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < width; x++) {
      const { first, shares } = columns[x]!
      let sum = 0
      for (let tap = 0; tap < shares.length; tap++) sum += shares[tap]! * plane.values[y * plane.width + first + tap]!
      narrowRows[y * width + x] = sum
    }
  }
  // Values beyond 0 and 255 are clipped, and others rounded.
  const values = new Uint8ClampedArray(width * height)
  const rowSums = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    const { first, shares } = rows[y]!
    rowSums.fill(0)
    for (let tap = 0; tap < shares.length; tap++) {
      const share = shares[tap]!
      const from = (first + tap) * width
      for (let x = 0; x < width; x++) rowSums[x]! += share * narrowRows[from + x]!
    }
    values.set(rowSums, y * width)
  }
  return { width, height, values: new Uint8Array(values.buffer) }
}

function tapsFor(inputLength: number, outputLength: number): Taps[] {
  const step = inputLength / outputLength
  const filterScale = Math.max(1, step)
  const reach = REACH * filterScale
  return Array.from({ length: outputLength }, (_, index) => {
    const centre = (index + 0.5) * step - 0.5
    const first = Math.max(0, Math.ceil(centre - reach))
    const last = Math.min(inputLength - 1, Math.floor(centre + reach))
    const shares = Float32Array.from({ length: last - first + 1 }, (_tap, tap) =>
      cubic((first + tap - centre) / filterScale),
    )
    const sum = shares.reduce((total, share) => total + share, 0)
    return { first, shares: shares.map((share) => share / sum) }
  })
}

function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x >= 2) return 0
  if (x >= 1) return SHARPNESS * (-x * x * x + 5 * x * x - 8 * x + 4)
  return (2 - SHARPNESS) * x * x * x - (3 - SHARPNESS) * x * x + 1
}
