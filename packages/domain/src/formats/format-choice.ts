import { type ClipFormat, isAnimation, isAudio, type OriginalContainer, USUAL_ANIMATION } from './clip-format.ts'
import type { ClipOptions } from './clip-options.ts'
import type { QualityId } from './quality.ts'
import {
  audioFor,
  bestAudio,
  carryingTrack,
  chooseRenditions,
  hasHeight,
  heightOf,
  heightOfQuality,
  isH264,
  type Rendition,
  type RenditionChoice,
} from './rendition-choice.ts'

/** Quality and format of a clip. */
export interface ClipForm {
  quality: QualityId
  format: ClipFormat
}

/**
 * The renditions that give a clip of this quality and format at the least cost; null if the video does not have it.
 * @param options only the audio track (absent: the original), the container and the width of an animation are used
 */
export function chooseClipRenditions<R extends Rendition>(
  renditions: readonly R[],
  { quality, format }: ClipForm,
  options: ClipOptions = {},
): RenditionChoice<R> | null {
  const { audioTrack } = options
  if (format === 'original') return chooseOriginal(renditions, quality, options)
  if (isAnimation(format)) return chooseAnimation(renditions, options.animation?.width)
  if (isAudio(format)) {
    const audioUse = format === 'm4a' ? 'in mp4' : format === 'opus' ? 'in ogg' : 'encoded'
    const audio = bestAudio(carryingTrack(renditions, audioTrack), audioUse)
    return audio && { video: null, audio, scaleToHeight: null }
  }
  // A PNG has no audio.
  const choice = chooseRenditions(renditions, quality, format === 'png' ? undefined : audioTrack)
  if (format !== 'png' || !choice) return choice
  return choice.video && { ...choice, audio: null }
}

/** Preferred codecs of `original` by container. Without HEVC, which cannot be spliced. */
const ORIGINAL_CODECS = { webm: [/^vp0?9/i, /^(avc|h264)/i], mp4: [/^av0?1/i, /^vp0?9/i, /^(avc|h264)/i] } as const

/** Renditions of exactly this quality, with matching audio. */
function chooseOriginal<R extends Rendition>(
  renditions: readonly R[],
  quality: QualityId,
  { audioTrack, container = 'webm' }: Pick<ClipOptions, 'audioTrack'> & { container?: OriginalContainer } = {},
): RenditionChoice<R> | null {
  const height = heightOfQuality(renditions, quality)
  if (height === null) return null
  const preferredCodecs = ORIGINAL_CODECS[container]
  const rank = ({ videoCodec, frameRate }: R): number => {
    const codecRank = preferredCodecs.findIndex((codec) => codec.test(videoCodec ?? ''))
    return (frameRate ?? 0) * 10 + (codecRank < 0 ? 0 : preferredCodecs.length - codecRank)
  }
  const [video] = renditions
    .filter(
      (rendition) =>
        rendition.carries !== 'audio' && hasHeight(rendition, height) && isSpliceable(rendition, container),
    )
    .sort((a, b) => rank(b) - rank(a))
  if (!video) return null
  const isInWebm = container === 'webm' && isWebm(video)
  const audio = audioFor(video, carryingTrack(renditions, audioTrack), isInWebm ? 'in webm' : 'in mp4')
  if (audioTrack !== undefined && !audio) return null
  return { video, audio, scaleToHeight: null }
}

/** The smallest rendition that is large enough for an animation; H.264 first, since it decodes fastest. */
function chooseAnimation<R extends Rendition>(
  renditions: readonly R[],
  minWidth: number = USUAL_ANIMATION.width,
): RenditionChoice<R> | null {
  const cost = (rendition: R): number => {
    const height = heightOf(rendition) ?? 0
    const isWide = (rendition.width ?? 0) >= minWidth
    // Renditions that are too narrow come last, the widest of them first.
    return (isWide ? height * height : 1e9 - height) * (isH264(rendition) ? 1 : 1.5)
  }
  const [video] = renditions.filter((rendition) => rendition.carries !== 'audio').sort((a, b) => cost(a) - cost(b))
  return video ? { video, audio: null, scaleToHeight: null } : null
}

/** Codec and container of an `original` clip of this quality; null if the video has no rendition of this size. */
export function originalCodecAndContainer(
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
export const codecName = (codec: string): string => CODEC_NAMES.find(([name]) => name.test(codec))?.[1] ?? codec

const isSpliceable = (rendition: Rendition, container: OriginalContainer): boolean =>
  isH264(rendition) || (isWebm(rendition) && !(container === 'mp4' && isVp8(rendition)))
const isVp8 = ({ videoCodec }: Rendition): boolean => /^vp0?8/i.test(videoCodec ?? '')
const isWebm = ({ videoCodec }: Rendition): boolean => /^(vp0?[89]|av0?1)/i.test(videoCodec ?? '')
