import { isSideways } from '../bitstream/turn.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import type { FrameSize } from './scaled-size.ts'

export interface PixelAspect {
  num: number
  den: number
}

/** Largest plausible ratio between the sides of a pixel. */
const MAX_ASPECT = 8

/**
 * The displayed size of a frame: upright, with square pixels. One side is stretched rather than the other one shrunk,
 * so that no detail is lost.
 * @param codedAspect pixel aspect from the bitstream, for files that give none
 */
export function displayedSize(description: VideoDescription, codedAspect: PixelAspect | null): FrameSize {
  const { width, height, turn } = description
  const aspect = ifPlausible(fileAspect(description.displayBoxes)) ?? ifPlausible(codedAspect) ?? { num: 1, den: 1 }
  const isWide = aspect.num > aspect.den
  const squareSize = {
    width: isWide ? Math.round((width * aspect.num) / aspect.den) : width,
    height: isWide ? height : Math.round((height * aspect.den) / aspect.num),
  }
  return isSideways(turn) ? { width: squareSize.height, height: squareSize.width } : squareSize
}

/**
 * The size of a still.
 * @param size displayed size of the cropped frame
 * @param height pixels of the whole frame's shorter side after scaling down; frames are never enlarged
 * @param wholeSize displayed size of the whole frame
 */
export function stillSize(size: FrameSize, height: number | null, wholeSize: FrameSize): FrameSize {
  const scale = Math.min(1, (height ?? Infinity) / Math.min(wholeSize.width, wholeSize.height))
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) }
}

/** Default length of an animation's longer side, in pixels. */
const USUAL_ANIMATION_SIDE = 480

/**
 * The size of an animation: both sides are even, because 4:2:0 chroma requires it.
 * @param longerSide pixels of the longer side; frames are never enlarged
 */
export function animationSize(size: FrameSize, longerSide = USUAL_ANIMATION_SIDE): FrameSize {
  const scale = Math.min(1, longerSide / Math.max(size.width, size.height))
  const scaledEvenLength = (length: number) => Math.max(2, Math.floor((length * scale) / 2 + 0.25) * 2)
  return { width: scaledEvenLength(size.width), height: scaledEvenLength(size.height) }
}

function fileAspect(displayBoxes: readonly Buffer[]): PixelAspect | null {
  const box = displayBoxes.find((candidate) => candidate.toString('latin1', 4, 8) === 'pasp')
  return box && box.length >= 16 ? { num: box.readUInt32BE(8), den: box.readUInt32BE(12) } : null
}

function ifPlausible(aspect: PixelAspect | null): PixelAspect | null {
  const ratio = aspect ? aspect.num / aspect.den : Number.NaN
  return ratio >= 1 / MAX_ASPECT && ratio <= MAX_ASPECT ? aspect : null
}
