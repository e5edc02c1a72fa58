import { type CropArea, cropArea, MIN_CROP_SHARE } from '@kerf/domain/formats/crop'

export const CORNERS = ['top left', 'top right', 'bottom left', 'bottom right'] as const
export type Corner = (typeof CORNERS)[number]

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** The area moved by shares of the video's width and height, but never out of the video. */
export function movedArea(area: CropArea, byX: number, byY: number): CropArea {
  const left = clamp(area.left + byX, 0, 1 - area.width)
  const top = clamp(area.top + byY, 0, 1 - area.height)
  return cropArea({ ...area, left, top }) ?? area
}

/**
 * The area with one corner moved by shares of the video's width and height. The opposite corner stays.
 * @param ratio width divided by height that the area keeps, both as shares of the video; null for a free shape
 */
export function resizedArea(area: CropArea, corner: Corner, byX: number, byY: number, ratio: number | null): CropArea {
  const isRight = corner.endsWith('right')
  const isBottom = corner.startsWith('bottom')
  const fixedX = isRight ? area.left : area.left + area.width
  const fixedY = isBottom ? area.top : area.top + area.height
  const roomX = isRight ? 1 - fixedX : fixedX
  const roomY = isBottom ? 1 - fixedY : fixedY
  const target = { width: area.width + (isRight ? byX : -byX), height: area.height + (isBottom ? byY : -byY) }
  const width =
    ratio === null
      ? clamp(target.width, MIN_CROP_SHARE, roomX)
      : clamp(
          furtherFrom(area.width, target.width, target.height * ratio),
          MIN_CROP_SHARE * Math.max(1, ratio),
          Math.min(roomX, roomY * ratio),
        )
  const height = ratio === null ? clamp(target.height, MIN_CROP_SHARE, roomY) : width / ratio
  const left = isRight ? fixedX : fixedX - width
  const top = isBottom ? fixedY : fixedY - height
  return cropArea({ left: Math.max(0, left), top: Math.max(0, top), width, height }) ?? area
}

const furtherFrom = (origin: number, a: number, b: number): number =>
  Math.abs(a - origin) > Math.abs(b - origin) ? a : b

/** Directions in which the area can move. An area as wide or as high as the video cannot move in that direction. */
export function movableDirections({ width, height }: CropArea): { x: boolean; y: boolean } {
  return { x: width < 1, y: height < 1 }
}

const KEY_STEP = 0.01
const LONG_STEP = 0.1

/** Distance that an arrow key moves the area or a corner, in shares of the video; null for all other keys. */
export function keyStep({ key, shiftKey }: { key: string; shiftKey: boolean }): { x: number; y: number } | null {
  const step = shiftKey ? LONG_STEP : KEY_STEP
  switch (key) {
    case 'ArrowLeft':
      return { x: -step, y: 0 }
    case 'ArrowRight':
      return { x: step, y: 0 }
    case 'ArrowUp':
      return { x: 0, y: -step }
    case 'ArrowDown':
      return { x: 0, y: step }
    default:
      return null
  }
}
