import { isSideways, isUpright, type Turn } from '../../../bitstream/turn.ts'
import type { Plane } from '../../planes.ts'

/**
 * Rotates and mirrors a plane.
 * @param valueBytes number of bytes of one value
 */
export function turnPlane(plane: Plane, turn: Turn, valueBytes = 1): Plane {
  if (isUpright(turn)) return plane
  const { width, height, values } = plane
  const [a, b, c, d] = turn
  const result = {
    width: isSideways(turn) ? height : width,
    height: isSideways(turn) ? width : height,
    values: Buffer.allocUnsafe(width * height * valueBytes),
  }
  // Distances in the plane, in values, for one step to the right and one step down in the result.
  const stepRight = a + c * width
  const stepDown = b + d * width
  const firstValue = (a + b < 0 ? width - 1 : 0) + (c + d < 0 ? (height - 1) * width : 0)
  let at = 0
  for (let y = 0; y < result.height; y++) {
    for (let x = 0; x < result.width; x++) {
      const from = (firstValue + x * stepRight + y * stepDown) * valueBytes
      for (let byte = 0; byte < valueBytes; byte++) result.values[at++] = values[from + byte]!
    }
  }
  return result
}
