/**
 * How coded frames are turned and mirrored to be seen: where their right (a, b) and their down (c, d) lead. One of eight, in
 * the order of a display matrix.
 */
export type Turn = readonly [a: number, b: number, c: number, d: number]

export const UPRIGHT: Turn = [1, 0, 0, 1]

/** Writers round sines: so much smaller than its neighbour, a number of a matrix means zero. */
const ROUNDED_SHARE = 1 / 8

/**
 * The turn that a display matrix means. Those between two quarter turns, and those of zeros, are none: players differ in
 * what they make of them.
 * @param matrix row by row, three numbers each
 */
export function turnOf(matrix: readonly number[]): Turn {
  const [a, b] = direction(matrix[0]!, matrix[1]!)
  const [c, d] = direction(matrix[3]!, matrix[4]!)
  const isTurn = Math.abs(a) + Math.abs(b) === 1 && Math.abs(a) === Math.abs(d) && Math.abs(b) === Math.abs(c)
  return isTurn ? [a, b, c, d] : UPRIGHT
}

/** @param matrix as it stands in tkhd; null: none */
export function turnOfMatrix(matrix: Buffer | null): Turn {
  return matrix ? turnOf([0, 4, 8, 12, 16].map((at) => matrix.readInt32BE(at))) : UPRIGHT
}

function direction(x: number, y: number): [number, number] {
  const least = ROUNDED_SHARE * Math.max(Math.abs(x), Math.abs(y))
  const sign = (value: number) => (Math.abs(value) > least ? Math.sign(value) : 0)
  return [sign(x), sign(y)]
}

export function isUpright([a, , , d]: Turn): boolean {
  return a === 1 && d === 1
}

/** Whether a frame that is coded wide is seen upright. */
export function isLying([a]: Turn): boolean {
  return a === 0
}

/** The same as a clockwise rotation in degrees, after which left and right are exchanged or not. */
export function rotationOf([a, b, c, d]: Turn): { rotation: number; mirrored: boolean } {
  const mirrored = a * d - b * c < 0
  const [right, down] = mirrored ? [-a, b] : [a, b]
  const rotation = right === 1 ? 0 : right === -1 ? 180 : down === 1 ? 90 : 270
  return { rotation, mirrored }
}
