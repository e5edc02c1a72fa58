import { ANIMATION_PIXELS, type ClipFormat, isAnimation, type OriginalContainer } from './clip-format.ts'
import type { ClipOptions } from './clip-options.ts'
import { QUALITIES, type QualityId } from './quality.ts'
import {
  audioFor,
  carryingTrack,
  chooseRenditions,
  hasHeight,
  heightOf,
  isH264,
  type Rendition,
  type RenditionChoice,
} from './rendition-choice.ts'

export interface RequestedForm {
  quality: QualityId
  format: ClipFormat
}

/**
 * The renditions that give a clip of this quality and format at the least cost, or null when the video does not have it.
 * @param options what they change: the audio track that must be in it, for one
 */
export function chooseForm<R extends Rendition>(
  renditions: readonly R[],
  { quality, format }: RequestedForm,
  { audioTrack }: ClipOptions = {},
): RenditionChoice<R> | null {
  if (format === 'original') return chooseOriginal(renditions, quality, audioTrack)
  if (isAnimation(format)) return chooseAnimation(renditions)
  // A frame is silent.
  const choice = chooseRenditions(renditions, quality, format === 'png' ? undefined : audioTrack)
  if (format !== 'png' || !choice) return choice
  return choice.video && { ...choice, audio: null }
}

/** Exactly this quality with matching audio. VP9 first, as the grid's MP4 is H.264; no HEVC, which cannot splice. */
function chooseOriginal<R extends Rendition>(
  renditions: readonly R[],
  quality: QualityId,
  audioTrack?: string,
): RenditionChoice<R> | null {
  const { height } = QUALITIES[quality]
  if (height === null) return null
  const rank = (rendition: R): number =>
    (rendition.frameRate ?? 0) * 10 + (isVp9(rendition) ? 2 : isH264(rendition) ? 1 : 0)
  const [video] = renditions
    .filter((rendition) => rendition.carries !== 'audio' && hasHeight(rendition, height) && isSpliceable(rendition))
    .sort((one, other) => rank(other) - rank(one))
  if (!video) return null
  const audio = audioFor(video, carryingTrack(renditions, audioTrack), isWebm(video) ? 'in webm' : 'in mp4')
  if (audioTrack !== undefined && !audio) return null
  return { video, audio, scaleToHeight: null }
}

/** Small images are made of the smallest that are large enough; of what decodes fastest, where several are. */
function chooseAnimation<R extends Rendition>(renditions: readonly R[]): RenditionChoice<R> | null {
  const cost = (rendition: R): number => {
    const height = heightOf(rendition) ?? 0
    const isWide = (rendition.width ?? 0) >= ANIMATION_PIXELS
    // What is too narrow comes last, the widest first.
    return (isWide ? height * height : 1e9 - height) * (isH264(rendition) ? 1 : 1.5)
  }
  const [video] = renditions
    .filter((rendition) => rendition.carries !== 'audio')
    .sort((one, other) => cost(one) - cost(other))
  return video ? { video, audio: null, scaleToHeight: null } : null
}

/** What a clip of this quality is when it keeps the codecs of its source; null where the video has nothing of this size. */
export function originalForm(
  renditions: readonly Rendition[],
  quality: QualityId,
): { codec: string; container: OriginalContainer } | null {
  const video = chooseOriginal(renditions, quality)?.video
  return video ? { codec: codecName(video.videoCodec ?? ''), container: isWebm(video) ? 'webm' : 'mp4' } : null
}

const CODEC_NAMES: readonly [RegExp, string][] = [
  [/^(avc|h264)/i, 'H.264'],
  [/^vp0?9/i, 'VP9'],
  [/^vp0?8/i, 'VP8'],
  [/^av0?1/i, 'AV1'],
]
const codecName = (codec: string): string => CODEC_NAMES.find(([name]) => name.test(codec))?.[1] ?? codec

const isSpliceable = (rendition: Rendition): boolean => isH264(rendition) || isWebm(rendition)
const isVp9 = ({ videoCodec }: Rendition): boolean => /^vp0?9/i.test(videoCodec ?? '')
const isWebm = ({ videoCodec }: Rendition): boolean => /^(vp0?[89]|av0?1)/i.test(videoCodec ?? '')
