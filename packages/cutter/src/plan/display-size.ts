import { isLying } from '../bitstream/turn.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import type { FrameSize } from './scaled-size.ts'

export interface PixelAspect {
  num: number
  den: number
}

/** No real pixel is more than this many times as wide as high, or as high as wide. */
const STRANGEST_ASPECT = 8

/**
 * The size that a frame is seen in: upright, and with square pixels. It is stretched rather than squeezed, so that no
 * detail is lost.
 * @param coded the pixel aspect that the frame itself names; what its file says comes first
 */
export function shownSize(description: VideoDescription, coded: PixelAspect | null): FrameSize {
  const { width, height, turn } = description
  const aspect = plausible(fileAspect(description.displayBoxes)) ?? plausible(coded) ?? { num: 1, den: 1 }
  const isWide = aspect.num > aspect.den
  const seen = {
    width: isWide ? Math.round((width * aspect.num) / aspect.den) : width,
    height: isWide ? height : Math.round((height * aspect.den) / aspect.num),
  }
  return isLying(turn) ? { width: seen.height, height: seen.width } : seen
}

/**
 * @param shown what is left of the frame
 * @param height of the shorter side of the whole frame after scaling down; never enlarged
 */
export function stillSize(shown: FrameSize, height: number | null, whole: FrameSize): FrameSize {
  const scale = Math.min(1, (height ?? Infinity) / Math.min(whole.width, whole.height))
  return { width: Math.max(1, Math.round(shown.width * scale)), height: Math.max(1, Math.round(shown.height * scale)) }
}

/** Of the longer side of moving frames for sharing, in pixels. */
const USUAL_ANIMATION_SIDE = 480

/** @param side the longer one in pixels; never enlarged; both sides even, as 4:2:0 colour demands */
export function animationSize(shown: FrameSize, side = USUAL_ANIMATION_SIDE): FrameSize {
  const scale = Math.min(1, side / Math.max(shown.width, shown.height))
  const even = (length: number) => Math.max(2, Math.floor((length * scale) / 2 + 0.25) * 2)
  return { width: even(shown.width), height: even(shown.height) }
}

function fileAspect(displayBoxes: readonly Buffer[]): PixelAspect | null {
  const box = displayBoxes.find((candidate) => candidate.toString('latin1', 4, 8) === 'pasp')
  return box && box.length >= 16 ? { num: box.readUInt32BE(8), den: box.readUInt32BE(12) } : null
}

function plausible(aspect: PixelAspect | null): PixelAspect | null {
  const ratio = aspect ? aspect.num / aspect.den : Number.NaN
  return ratio >= 1 / STRANGEST_ASPECT && ratio <= STRANGEST_ASPECT ? aspect : null
}
