import type { Turn } from '../../src/bitstream/turn.ts'

/** Every rotation and flip that a display matrix can describe. */
export const EIGHT_TURNS: [string, Turn][] = [
  ['as they are', [1, 0, 0, 1]],
  ['turned by 90 degrees', [0, 1, -1, 0]],
  ['turned by 180 degrees', [-1, 0, 0, -1]],
  ['turned by 270 degrees', [0, -1, 1, 0]],
  ['mirrored from side to side', [-1, 0, 0, 1]],
  ['mirrored from top to bottom', [1, 0, 0, -1]],
  ['mirrored along one diagonal', [0, 1, 1, 0]],
  ['mirrored along the other diagonal', [0, -1, -1, 0]],
]

type ValueAt = (x: number, y: number) => number

/**
 * The values of a coded frame, computed from an image that shows it rotated or flipped (ISO 14496-12: x' = ax + cy, y'
 * = bx + dy).
 */
export function codedValues(
  [a, b, c, d]: Turn,
  codedSize: { width: number; height: number },
  valueAt: ValueAt,
): ValueAt {
  const left = (a < 0 ? codedSize.width - 1 : 0) + (c < 0 ? codedSize.height - 1 : 0)
  const top = (b < 0 ? codedSize.width - 1 : 0) + (d < 0 ? codedSize.height - 1 : 0)
  return (x, y) => valueAt(left + a * x + c * y, top + b * x + d * y)
}
