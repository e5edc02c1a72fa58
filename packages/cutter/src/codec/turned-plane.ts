/** Values of a frame, row by row without padding. */
export interface Plane {
  width: number
  height: number
  values: Buffer
}

/**
 * Turns a plane clockwise.
 * @param rotation 0, 90, 180 or 270
 * @param valueBytes how many bytes one place holds
 */
export function turned(plane: Plane, rotation: number, valueBytes = 1): Plane {
  if (rotation === 0) return plane
  const { width, height, values } = plane
  const isUpright = rotation % 180 !== 0
  const result = {
    width: isUpright ? height : width,
    height: isUpright ? width : height,
    values: Buffer.allocUnsafe(width * height * valueBytes),
  }
  let at = 0
  for (let y = 0; y < result.height; y++) {
    for (let x = 0; x < result.width; x++) {
      const [fromX, fromY] =
        rotation === 90 ? [y, height - 1 - x] : rotation === 180 ? [width - 1 - x, height - 1 - y] : [width - 1 - y, x]
      const from = (fromY * width + fromX) * valueBytes
      for (let byte = 0; byte < valueBytes; byte++) result.values[at++] = values[from + byte]!
    }
  }
  return result
}
