import type { FitOptions } from '@kerf/contract/download'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import {
  ANIMATION_WIDTH_BOUNDS,
  FADE_SECONDS_BOUNDS,
  FRAME_RATE_BOUNDS,
  LOUDNESS_BOUNDS,
  MAX_BYTES_BOUNDS,
  OPTION_FORMATS,
} from '@kerf/domain/formats/clip-options'
import {
  areaOf,
  CROP_RATIOS,
  type Crop,
  type CropArea,
  type CropRatio,
  cropArea,
  isWholeFrame,
  parseCrop,
  ratioOf,
  USUAL_ASPECT,
  writeCrop,
} from '@kerf/domain/formats/crop'
import { BYTES_PER_MEGABYTE } from '../formatting/size.ts'
import type { UrlOptions } from './trim-address.ts'

/** Options that fit a clip to its destination. An absent option changes nothing. */
export type Fit = Pick<FitOptions, 'maxBytes' | 'crop' | 'loudness' | 'fade' | 'animation'>

/** Fit in an address. Invalid values are ignored. */
export function fitOfAddress({ crop, max, loudness, fade, animation }: UrlOptions): Fit {
  const sizeBytes = ifWithin(MAX_BYTES_BOUNDS, readScaled(max?.replace(/\s*MB$/i, ''), BYTES_PER_MEGABYTE))
  const lufs = ifWithin(LOUDNESS_BOUNDS, readNumber(loudness))
  const [video, audio] = readNumbers(fade).map((seconds) => ifWithin(FADE_SECONDS_BOUNDS, seconds))
  const [width, frameRate] = readNumbers(animation)
  const area = crop === undefined ? null : parseCrop(crop)
  const animationShape = {
    width: ifWithin(ANIMATION_WIDTH_BOUNDS, width),
    frameRate: ifWithin(FRAME_RATE_BOUNDS, frameRate),
  }
  return withoutNoOps({
    maxBytes: sizeBytes,
    crop: area ?? undefined,
    loudness: lufs && Math.round(lufs * 10) / 10,
    fade: { video, audio },
    animation:
      animationShape.width === undefined || animationShape.frameRate === undefined
        ? undefined
        : { width: Math.round(animationShape.width), frameRate: animationShape.frameRate },
  })
}

/**
 * Fit for an address: `crop=9:16&max=10MB&loudness=-14&fade=0,0.5&animation=320,10`, with the fades of video and
 * audio.
 */
export function fitInAddress({ maxBytes, crop, loudness, fade, animation }: Fit): UrlOptions {
  return {
    ...(crop !== undefined && { crop: writeCrop(crop) }),
    ...(maxBytes !== undefined && { max: `${maxBytes / BYTES_PER_MEGABYTE}MB` }),
    ...(loudness !== undefined && { loudness: String(loudness) }),
    ...(fade && { fade: `${fade.video ?? 0},${fade.audio ?? 0}` }),
    ...(animation && { animation: `${animation.width},${animation.frameRate}` }),
  }
}

/** Options of a fit that a clip of this format supports. */
export function supportedFit({ maxBytes, crop, loudness, fade, animation }: Fit, format: ClipFormat): Fit {
  const ifSupported = <Value>(option: keyof typeof OPTION_FORMATS, value: Value): Value | undefined =>
    OPTION_FORMATS[option].includes(format) ? value : undefined
  return withoutNoOps({
    maxBytes: ifSupported('maxBytes', maxBytes),
    crop: ifSupported('crop', crop),
    loudness: ifSupported('loudness', loudness),
    fade: { video: ifSupported('videoFade', fade?.video), audio: ifSupported('audioFade', fade?.audio) },
    animation: ifSupported('animation', animation),
  })
}

/** The same fit without options that change nothing. The server leaves them out, too. */
export function withoutNoOps({ maxBytes, crop, loudness, fade, animation }: Fit): Fit {
  return {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(crop !== undefined && !isWholeFrame(crop) && { crop }),
    ...(loudness !== undefined && { loudness }),
    ...((fade?.video ?? fade?.audio) !== undefined && {
      fade: {
        ...(fade?.video !== undefined && { video: fade.video }),
        ...(fade?.audio !== undefined && { audio: fade.audio }),
      },
    }),
    ...(animation && { animation }),
  }
}

/** Options of a fit that a video without audio supports. */
export const fitWithoutAudio = ({ loudness: _, fade, ...otherFit }: Fit): Fit =>
  withoutNoOps({ ...otherFit, fade: { video: fade?.video } })

interface OptionList {
  options: readonly { quality: string; access: string }[]
}

export const isSilentVideo = ({ options }: OptionList): boolean =>
  options.some(({ quality, access }) => quality === 'audio' && access === 'unavailable')

/** Whether a video has audio only. */
export const isAudioOnly = ({ options }: OptionList): boolean =>
  options.every(({ quality, access }) => quality === 'audio' || access === 'unavailable')

/** Whether every frame of an MP4 is changed, so that none can be copied. */
export const changesFrames = ({ crop, fade }: Fit): boolean => crop !== undefined || fade?.video !== undefined

/**
 * Tolerance when ratios are compared: sizes of a crop are rounded, which changes the ratio of the smallest allowed
 * frame by less than half a percent.
 */
const RATIO_TOLERANCE = 0.005

/** Ratio of a crop, or null where it has another shape. @param aspect width by height of the video */
export function shapeOf(crop: Crop, aspect: number): CropRatio | null {
  if (typeof crop === 'string') return crop
  const ratio = (crop.width * aspect) / crop.height
  return CROP_RATIOS.find((shape) => Math.abs(ratio / ratioOf(shape) - 1) < RATIO_TOLERANCE) ?? null
}

/** Width by height of a cropped video. @param aspect width by height of the whole video */
export function croppedAspect({ crop }: Fit, aspect: number): number {
  if (crop === undefined) return aspect
  const { width, height } = areaOf(crop, aspect)
  return (width * aspect) / height
}

/** First crop frame without a ratio: in the middle of the previous one, and a little smaller. */
export function freeArea({ left, top, width, height }: CropArea): CropArea {
  const smallerArea = { left: left + 0.05 * width, top: top + 0.1 * height, width: 0.9 * width, height: 0.8 * height }
  return cropArea(smallerArea) ?? { left, top, width, height }
}

export const aspectOf = ({ aspect }: { aspect?: number | null | undefined }): number => aspect ?? USUAL_ASPECT

function ifWithin({ least, most }: { least: number; most: number }, value: number | undefined): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined
}

function readNumber(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

const readNumbers = (text: string | undefined): (number | undefined)[] => (text ?? '').split(',').map(readNumber)

function readScaled(text: string | undefined, factor: number): number | undefined {
  const number = readNumber(text)
  return number === undefined ? undefined : Math.round(number * factor)
}
