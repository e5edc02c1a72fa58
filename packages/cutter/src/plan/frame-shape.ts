import type { ClipCrop } from '../api/clip-spec.ts'
import type { Turn } from '../bitstream/turn.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import { displayedSize, type PixelAspect } from './display-size.ts'
import { type FrameSize, scaledSize } from './scaled-size.ts'

/** The requested shape of a clip's frames: `height` is the shorter side after scaling down (null: not scaled). */
export interface FrameShape {
  height: number | null
  crop?: ClipCrop | undefined
}

/** An area of the coded frame, in fractions (0 to 1) of its width and height. */
export type FrameArea = Extract<ClipCrop, { left: number }>

/** An area of the coded frame in pixels. */
export interface PixelArea extends FrameSize {
  left: number
  top: number
}

/**
 * The size of a clip's frames: the source is scaled to the height, then cropped. For example, 1920x1080 at 1080p with a
 * crop of 9:16 gives 608x1080. Both sides are even.
 * @returns area: the part of the coded frames that stays; null: all
 */
export function shapedFrames(opened: OpenedVideo, { height, crop }: FrameShape) {
  const { description } = opened
  const area = codedArea(crop, description)
  const wholeSize = scaledSize(description, height)
  if (!area) return { size: wholeSize, area }
  const isScaled = wholeSize.height < description.height - 1
  const { width, height: croppedHeight } = pixelArea(isScaled ? wholeSize : description, area)
  return { size: { width, height: croppedHeight }, area }
}

/**
 * The size of displayed frames: rotated upright, with square pixels.
 * @param codedAspect pixel aspect from the bitstream, for files that give none
 * @returns size: the displayed size after cropping. whole: the displayed size before cropping. area: the part of the
 * coded frames that stays (null: all)
 */
export function displayedFrameSizes(
  description: VideoDescription,
  crop: ClipCrop | undefined,
  codedAspect: PixelAspect | null = null,
) {
  const wholeSize = displayedSize(description, codedAspect)
  const area = codedArea(crop, description, codedAspect)
  const size = area ? displayedSize({ ...description, ...pixelArea(description, area) }, codedAspect) : wholeSize
  return { size, wholeSize, area }
}

/**
 * The area of the coded frames that a crop of the displayed frames leaves; null: all.
 * @param codedAspect pixel aspect from the bitstream, for files that give none
 */
function codedArea(
  crop: ClipCrop | undefined,
  description: VideoDescription,
  coded: PixelAspect | null = null,
): FrameArea | null {
  if (!crop) return null
  const displayArea = 'ratio' in crop ? largestCentredArea(crop.ratio, displayedSize(description, coded)) : crop
  const area = toCodedArea(displayArea, description.turn)
  const { width, height } = pixelArea(description, area)
  return width < description.width - 1 || height < description.height - 1 ? area : null
}

/** Converts an area to pixels. Its sides and its position are even, because 4:2:0 chroma requires it. */
export function pixelArea(frame: FrameSize, { left, top, width, height }: FrameArea): PixelArea {
  const horizontal = evenSpan(frame.width, left, width)
  const vertical = evenSpan(frame.height, top, height)
  return { left: horizontal.start, top: vertical.start, width: horizontal.length, height: vertical.length }
}

function evenSpan(side: number, from: number, share: number): { start: number; length: number } {
  const maxLength = Math.max(1, side - (side % 2))
  const length = Math.min(maxLength, Math.max(2, toEven(side * share)))
  const start = Math.max(0, Math.min(maxLength - length, toEven(side * (from + share / 2) - length / 2)))
  return { start, length }
}

const toEven = (length: number): number => Math.round(length / 2) * 2

/** The largest centred area of a shape. @param ratio width divided by height */
function largestCentredArea(ratio: number, frame: FrameSize): FrameArea {
  const share = (ratio * frame.height) / frame.width
  const [width, height] = share <= 1 ? [share, 1] : [1, 1 / share]
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height }
}

function toCodedArea({ left, top, width, height }: FrameArea, [a, b, c, d]: Turn): FrameArea {
  const x = left + width / 2 - 0.5
  const y = top + height / 2 - 0.5
  const size = a === 0 ? { width: height, height: width } : { width, height }
  return { left: a * x + b * y + 0.5 - size.width / 2, top: c * x + d * y + 0.5 - size.height / 2, ...size }
}
