import { chooseClipRenditions, codecName } from './format-choice.ts'
import type { QualityId } from './quality.ts'
import { isH264, type Rendition } from './rendition-choice.ts'

/** A clip in the source's codec. Faster where H.264 needs a re-encode, but only for players that know the codec. */
export interface SourceCodecClip {
  codec: 'AV1' | 'VP9'
  /** Content type of the video for `canPlayType` and `isTypeSupported` (RFC 6381). */
  contentType: string
  width: number
  height: number
  frameRate: number
}

const USUAL_FRAME_RATE = 30
/** Pixels of a 1440p frame. Seams of 4K VP9 need more memory than some machines have (decision 0038). */
const MAX_PIXELS_OF_VP9 = 3_700_000
/** Pixels per second of two cores when decoding AV1 or VP9, and when encoding H.264. Measured with 2160p. */
const DECODED_PIXELS_PER_SECOND = 400e6
const ENCODED_PIXELS_PER_SECOND = 190e6
/** Seconds that are re-encoded on average (half a GOP), and pixels per second of decoding and encoding together. */
const SEAM_SECONDS = 2.5
const SEAM_PIXELS_PER_SECOND = 75e6

/**
 * Form of a clip in the source's codec.
 * @param hasAmpleMemory whether cuts have the memory for 4K VP9
 * @returns null if the MP4 is a copy or scaled down, or if the source has neither codec
 */
export function sourceCodecClip(
  renditions: readonly Rendition[],
  quality: QualityId,
  { hasAmpleMemory }: { hasAmpleMemory: boolean },
): SourceCodecClip | null {
  const h264Choice = chooseClipRenditions(renditions, { quality, format: 'mp4' })
  if (!h264Choice?.video || h264Choice.scaleToHeight !== null || isH264(h264Choice.video)) return null
  const video = chooseClipRenditions(renditions, { quality, format: 'original' }, { container: 'mp4' })?.video
  if (!video || video.width === null || video.height === null) return null
  const codec = codecName(video.videoCodec ?? '')
  if (codec !== 'AV1' && codec !== 'VP9') return null
  const { width, height } = video
  if (codec === 'VP9' && !hasAmpleMemory && width * height > MAX_PIXELS_OF_VP9) return null
  const frameRate = video.frameRate ?? USUAL_FRAME_RATE
  return {
    codec,
    contentType: `video/mp4; codecs="${fullCodecName(video.videoCodec!, codec)}"`,
    width,
    height,
    frameRate,
  }
}

/**
 * Estimated processing time of a clip in the source's codec, in seconds. It counts the frames before the first
 * keyframe, and ignores the few re-encoded frames at the end.
 */
export function sourceCodecSeconds({ width, height, frameRate }: SourceCodecClip, clipSeconds: number): number {
  return (Math.min(SEAM_SECONDS, clipSeconds) * frameRate * width * height) / SEAM_PIXELS_PER_SECOND
}

/** Estimated processing time of a re-encoded H.264 clip, in seconds; null if most frames are copied. */
export function h264Seconds(renditions: readonly Rendition[], quality: QualityId, clipSeconds: number): number | null {
  const choice = chooseClipRenditions(renditions, { quality, format: 'mp4' })
  if (!choice?.video || (choice.scaleToHeight === null && isH264(choice.video))) return null
  const { width, height, frameRate } = choice.video
  if (width === null || height === null) return null
  const scale = (choice.scaleToHeight ?? Math.min(width, height)) / Math.min(width, height)
  const pixels = (frameRate ?? USUAL_FRAME_RATE) * width * height
  return clipSeconds * (pixels / DECODED_PIXELS_PER_SECOND + (pixels * scale ** 2) / ENCODED_PIXELS_PER_SECOND)
}

const FULL_CODEC_NAME_PATTERN = /^(av01|vp09)\.\d/i
/** Full codec names to assume: the main profile, 8 bits, a level for 2160p60. */
const ASSUMED_CODEC_NAMES = { AV1: 'av01.0.13M.08', VP9: 'vp09.00.51.08' } as const

function fullCodecName(sourceCodec: string, codec: SourceCodecClip['codec']): string {
  return FULL_CODEC_NAME_PATTERN.test(sourceCodec) ? sourceCodec : ASSUMED_CODEC_NAMES[codec]
}
