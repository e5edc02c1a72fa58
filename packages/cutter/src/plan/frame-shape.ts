import type { ClipCrop } from '../api/clip-spec.ts'
import type { Turn } from '../bitstream/turn.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import { type PixelAspect, shownSize } from './display-size.ts'
import { type FrameSize, scaledSize } from './scaled-size.ts'

/** What a clip's frames are to be: scaled down to a height of the shorter side (null: not scaled), and cropped. */
export interface FrameShape {
  height: number | null
  crop?: ClipCrop | undefined
}

/** A part of frames as they are coded, in shares (0 to 1) of their width and height. */
export type FrameArea = Extract<ClipCrop, { left: number }>

/** The same in pixels. */
export interface PixelArea extends FrameSize {
  left: number
  top: number
}

/**
 * The frames of a clip: the source's are scaled to the height, and the crop takes its share of that. So 1920x1080 at 1080p and 9:16
 * are 608x1080. Both sides are even.
 * @returns area: what is left of the coded frames; null: all
 */
export function shapedFrames(opened: OpenedVideo, { height, crop }: FrameShape) {
  const { description } = opened
  const area = codedArea(crop, description)
  const whole = scaledSize(description, height)
  if (!area) return { size: whole, area }
  const isScaled = whole.height < description.height - 1
  const { width, height: lines } = pixelArea(isScaled ? whole : description, area)
  return { size: { width, height: lines }, area }
}

/**
 * Frames that are seen as they are shown: turned upright, with square pixels.
 * @param coded the pixel aspect that a frame itself names; what its file says comes first
 * @returns the size in which they are seen, that of the whole ones, and what is left of the coded ones (null: all)
 */
export function seenFrames(
  description: VideoDescription,
  crop: ClipCrop | undefined,
  coded: PixelAspect | null = null,
) {
  const whole = shownSize(description, coded)
  const area = codedArea(crop, description, coded)
  const size = area ? shownSize({ ...description, ...pixelArea(description, area) }, coded) : whole
  return { size, whole, area }
}

/**
 * What a crop leaves of the coded frames: the area as it is shown, turned back; null: all of them.
 * @param coded the pixel aspect that a frame itself names, where its file names none
 */
function codedArea(
  crop: ClipCrop | undefined,
  description: VideoDescription,
  coded: PixelAspect | null = null,
): FrameArea | null {
  if (!crop) return null
  const shown = 'ratio' in crop ? largestOf(crop.ratio, shownSize(description, coded)) : crop
  const area = turnedBack(shown, description.turn)
  const { width, height } = pixelArea(description, area)
  return width < description.width - 1 || height < description.height - 1 ? area : null
}

/** The pixels of an area: its sides and its place are even, as 4:2:0 colour demands. */
export function pixelArea(frame: FrameSize, { left, top, width, height }: FrameArea): PixelArea {
  const across = evenSpan(frame.width, left, width)
  const down = evenSpan(frame.height, top, height)
  return { left: across.start, top: down.start, width: across.length, height: down.length }
}

function evenSpan(whole: number, from: number, share: number): { start: number; length: number } {
  const most = Math.max(1, whole - (whole % 2))
  const length = Math.min(most, Math.max(2, even(whole * share)))
  const start = Math.max(0, Math.min(most - length, even(whole * (from + share / 2) - length / 2)))
  return { start, length }
}

const even = (length: number): number => Math.round(length / 2) * 2

/** In the middle. @param ratio width by height */
function largestOf(ratio: number, shown: FrameSize): FrameArea {
  const share = (ratio * shown.height) / shown.width
  const [width, height] = share <= 1 ? [share, 1] : [1, 1 / share]
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height }
}

function turnedBack({ left, top, width, height }: FrameArea, [a, b, c, d]: Turn): FrameArea {
  const x = left + width / 2 - 0.5
  const y = top + height / 2 - 0.5
  const own = a === 0 ? { width: height, height: width } : { width, height }
  return { left: a * x + b * y + 0.5 - own.width / 2, top: c * x + d * y + 0.5 - own.height / 2, ...own }
}
