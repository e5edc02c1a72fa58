import { chooseForm, codecName } from './format-choice.ts'
import type { QualityId } from './quality.ts'
import { isH264, type Rendition } from './rendition-choice.ts'

/** A clip in the codec of its source where the grid's H.264 has to be re-encoded: quicker, for players that know the codec. */
export interface SourceCodecForm {
  codec: 'AV1' | 'VP9'
  /** As browsers are asked whether they play it (RFC 6381): of the video alone. */
  contentType: string
  width: number
  height: number
  frameRate: number
}

const USUAL_FRAME_RATE = 30
/** 1440p: the encoder of VP9 takes more memory for the seams of 4K than every machine has (decision 0038). */
const MOST_PIXELS_OF_VP9 = 3_700_000
/** Pixels a second of two cores, measured with 2160p of AV1 and VP9: of decoding, and of encoding H.264. */
const DECODED_PER_SECOND = 400e6
const ENCODED_PER_SECOND = 190e6
/** Half of a GOP is re-encoded on average, at both of these speeds together. */
const SEAM_SECONDS = 2.5
const SEAM_PIXELS_PER_SECOND = 75e6

/**
 * @param hasAmpleMemory whether cuts have the memory for VP9 of 4K
 * @returns null where the grid's MP4 is copied, or smaller than what the source has, or the source has neither codec
 */
export function sourceCodecForm(
  renditions: readonly Rendition[],
  quality: QualityId,
  { hasAmpleMemory }: { hasAmpleMemory: boolean },
): SourceCodecForm | null {
  const plain = chooseForm(renditions, { quality, format: 'mp4' })
  if (!plain?.video || plain.scaleToHeight !== null || isH264(plain.video)) return null
  const video = chooseForm(renditions, { quality, format: 'original' }, { container: 'mp4' })?.video
  if (!video || video.width === null || video.height === null) return null
  const codec = codecName(video.videoCodec ?? '')
  if (codec !== 'AV1' && codec !== 'VP9') return null
  const { width, height } = video
  if (codec === 'VP9' && !hasAmpleMemory && width * height > MOST_PIXELS_OF_VP9) return null
  const frameRate = video.frameRate ?? USUAL_FRAME_RATE
  return { codec, contentType: `video/mp4; codecs="${codecsOf(video.videoCodec!, codec)}"`, width, height, frameRate }
}

/** About how long such a clip takes, in seconds: the frames before the first keyframe are re-encoded, all others copied. */
export function sourceCodecSeconds({ width, height, frameRate }: SourceCodecForm, clipSeconds: number): number {
  return (Math.min(SEAM_SECONDS, clipSeconds) * frameRate * width * height) / SEAM_PIXELS_PER_SECOND
}

/** About how long a clip of H.264 takes, in seconds, where every frame is re-encoded; null where most are copied. */
export function h264Seconds(renditions: readonly Rendition[], quality: QualityId, clipSeconds: number): number | null {
  const choice = chooseForm(renditions, { quality, format: 'mp4' })
  if (!choice?.video || (choice.scaleToHeight === null && isH264(choice.video))) return null
  const { width, height, frameRate } = choice.video
  if (width === null || height === null) return null
  const scale = (choice.scaleToHeight ?? Math.min(width, height)) / Math.min(width, height)
  const pixels = (frameRate ?? USUAL_FRAME_RATE) * width * height
  return clipSeconds * (pixels / DECODED_PER_SECOND + (pixels * scale ** 2) / ENCODED_PER_SECOND)
}

const FULL_NAME = /^(av01|vp09)\.\d/i
/** The least that says what players need to know: the main profile, 8 bits, a level for 2160p60. */
const USUAL_NAMES = { AV1: 'av01.0.13M.08', VP9: 'vp09.00.51.08' } as const

function codecsOf(named: string, codec: SourceCodecForm['codec']): string {
  return FULL_NAME.test(named) ? named : USUAL_NAMES[codec]
}
