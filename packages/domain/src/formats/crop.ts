/** An area of the displayed frame, in fractions (0 to 1) of its width and height. */
export interface CropArea {
  left: number
  top: number
  width: number
  height: number
}

export const CROP_RATIOS = ['9:16', '1:1', '4:5', '16:9'] as const
export type CropRatio = (typeof CROP_RATIOS)[number]

/** A crop: the largest centered area of an aspect ratio, or any area. */
export type Crop = CropRatio | CropArea

/** Smallest width and height of a crop, as a share of the frame. */
export const MIN_CROP_SHARE = 0.05
/** Shares are rounded to a hundredth of a percent: half a pixel of 4K. */
const STEPS_OF_SHARE = 10_000
const roundShare = (share: number): number => Math.round(share * STEPS_OF_SHARE) / STEPS_OF_SHARE

/** The rounded area; null if it is too small or not inside the frame. */
export function cropArea({ left, top, width, height }: CropArea): CropArea | null {
  // Edges are rounded, not sizes: an area that reaches the edge of the frame must still reach it.
  const rightEdge = roundShare(left + width)
  const bottom = roundShare(top + height)
  const corner = { left: roundShare(left), top: roundShare(top) }
  const area = { ...corner, width: roundShare(rightEdge - corner.left), height: roundShare(bottom - corner.top) }
  const isInside = area.left >= 0 && area.top >= 0 && rightEdge <= 1 && bottom <= 1
  return isInside && area.width >= MIN_CROP_SHARE && area.height >= MIN_CROP_SHARE ? area : null
}

export const isWholeFrame = (crop: Crop): boolean => typeof crop !== 'string' && crop.width === 1 && crop.height === 1

/** Decimal notation only: neither `0x1` nor `1e0`. */
const DECIMAL_PATTERN = /^\s*(\d+\.?\d*|\.\d+)\s*$/

/** Reads `9:16`, or `left,top,width,height` in shares: `0.25,0,0.5,1`. null if it is neither. */
export function parseCrop(text: string): Crop | null {
  const ratio = CROP_RATIOS.find((candidate) => candidate === text.trim())
  if (ratio) return ratio
  const numbers = text.split(',').map((part) => (DECIMAL_PATTERN.test(part) ? Number(part) : Number.NaN))
  const [left, top, width, height] = numbers as [number, number, number, number]
  return numbers.length === 4 && numbers.every(Number.isFinite) ? cropArea({ left, top, width, height }) : null
}

export const writeCrop = (crop: Crop): string =>
  typeof crop === 'string' ? crop : [crop.left, crop.top, crop.width, crop.height].join(',')

/** Width by height of a video with an unknown shape. */
export const USUAL_ASPECT = 16 / 9

/** The ratio as a number, width by height. */
export const ratioOf = (ratio: CropRatio): number => {
  const [width, height] = ratio.split(':').map(Number)
  return width! / height!
}

/** The area that a crop leaves of a frame. @param aspect width by height of the displayed frame */
export function areaOf(crop: Crop, aspect: number): CropArea {
  if (typeof crop !== 'string') return crop
  const share = ratioOf(crop) / aspect
  const [width, height] = share <= 1 ? [share, 1] : [1, 1 / share]
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height }
}
