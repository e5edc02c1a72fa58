/**
 * Rotation and mirroring of coded frames for display: one of eight. (a, b) is the displayed direction of the coded
 * right, (c, d) of the coded down, in the order of a display matrix.
 */
export type Turn = readonly [a: number, b: number, c: number, d: number]

export const UPRIGHT_TURN: Turn = [1, 0, 0, 1]

/** Share of the larger number below which a number of a matrix counts as zero, because writers round sines. */
const MAX_ROUNDING_SHARE = 1 / 8

/**
 * The turn of a display matrix. A matrix of zeros, or one between two quarter turns, gives the upright turn, because
 * players disagree about it.
 * @param matrix row by row, three numbers each
 */
export function turnOf(matrix: readonly number[]): Turn {
  const [a, b] = directionOf(matrix[0]!, matrix[1]!)
  const [c, d] = directionOf(matrix[3]!, matrix[4]!)
  const isTurn = Math.abs(a) + Math.abs(b) === 1 && Math.abs(a) === Math.abs(d) && Math.abs(b) === Math.abs(c)
  return isTurn ? [a, b, c, d] : UPRIGHT_TURN
}

/** The turn of an MP4 track. @param matrix the bytes in tkhd; null gives the upright turn */
export function turnOfMatrix(matrix: Buffer | null): Turn {
  return matrix ? turnOf([0, 4, 8, 12, 16].map((at) => matrix.readInt32BE(at))) : UPRIGHT_TURN
}

function directionOf(x: number, y: number): [number, number] {
  const threshold = MAX_ROUNDING_SHARE * Math.max(Math.abs(x), Math.abs(y))
  const sign = (value: number) => (Math.abs(value) > threshold ? Math.sign(value) : 0)
  return [sign(x), sign(y)]
}

export function isUpright([a, , , d]: Turn): boolean {
  return a === 1 && d === 1
}

/** Whether the displayed frame has the coded width and height swapped. */
export function isSideways([a]: Turn): boolean {
  return a === 0
}

/** Converts a turn to a clockwise rotation in degrees, followed by a horizontal flip if `mirrored`. */
export function rotationOf([a, b, c, d]: Turn): { rotation: number; mirrored: boolean } {
  const mirrored = a * d - b * c < 0
  const [right, down] = mirrored ? [-a, b] : [a, b]
  const rotation = right === 1 ? 0 : right === -1 ? 180 : down === 1 ? 90 : 270
  return { rotation, mirrored }
}
