import type { MadeToFit } from '@kerf/contract/download'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import {
  ANIMATION_FRAME_RATE,
  ANIMATION_WIDTH,
  FADE_SECONDS,
  LOUDNESS,
  MAX_BYTES,
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
import type { AskedOptions } from './asked-address.ts'

/** How clips are made to fit where they go. What is absent stays as it is. */
export type Fit = Pick<MadeToFit, 'maxBytes' | 'crop' | 'loudness' | 'fade' | 'animation'>

/** What an address asks for; nonsense is as good as nothing. */
export function askedFit({ crop, max, loudness, fade, animation }: AskedOptions): Fit {
  const megabytes = within(MAX_BYTES, scaled(max?.replace(/\s*MB$/i, ''), BYTES_PER_MEGABYTE))
  const lufs = within(LOUDNESS, readNumber(loudness))
  const [video, audio] = readNumbers(fade).map((seconds) => within(FADE_SECONDS, seconds))
  const [width, frameRate] = readNumbers(animation)
  const area = crop === undefined ? null : parseCrop(crop)
  const moving = { width: within(ANIMATION_WIDTH, width), frameRate: within(ANIMATION_FRAME_RATE, frameRate) }
  return withoutNothing({
    maxBytes: megabytes,
    crop: area ?? undefined,
    loudness: lufs && Math.round(lufs * 10) / 10,
    fade: { video, audio },
    animation:
      moving.width === undefined || moving.frameRate === undefined
        ? undefined
        : { width: Math.round(moving.width), frameRate: moving.frameRate },
  })
}

/** How an address asks for it: `crop=9:16&max=10MB&loudness=-14&fade=0,0.5&animation=320,10`, fades of video and audio. */
export function fitInAddress({ maxBytes, crop, loudness, fade, animation }: Fit): AskedOptions {
  return {
    ...(crop !== undefined && { crop: writeCrop(crop) }),
    ...(maxBytes !== undefined && { max: `${maxBytes / BYTES_PER_MEGABYTE}MB` }),
    ...(loudness !== undefined && { loudness: String(loudness) }),
    ...(fade && { fade: `${fade.video ?? 0},${fade.audio ?? 0}` }),
    ...(animation && { animation: `${animation.width},${animation.frameRate}` }),
  }
}

/** What a clip of this format can have of it. */
export function fitOf({ maxBytes, crop, loudness, fade, animation }: Fit, format: ClipFormat): Fit {
  const of = <Value>(option: keyof typeof OPTION_FORMATS, value: Value): Value | undefined =>
    OPTION_FORMATS[option].includes(format) ? value : undefined
  return withoutNothing({
    maxBytes: of('maxBytes', maxBytes),
    crop: of('crop', crop),
    loudness: of('loudness', loudness),
    fade: { video: of('videoFade', fade?.video), audio: of('audioFade', fade?.audio) },
    animation: of('animation', animation),
  })
}

/** The same without members that change nothing, which the server leaves out, too. */
export function withoutNothing({ maxBytes, crop, loudness, fade, animation }: Fit): Fit {
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

/** What a video without audio can have of it. */
export const fitOfSilent = ({ loudness: _, fade, ...others }: Fit): Fit =>
  withoutNothing({ ...others, fade: { video: fade?.video } })

interface Offered {
  options: readonly { quality: string; access: string }[]
}

export const isSilentVideo = ({ options }: Offered): boolean =>
  options.some(({ quality, access }) => quality === 'audio' && access === 'unavailable')

/** Whether there is nothing to see. */
export const isAudioAlone = ({ options }: Offered): boolean =>
  options.every(({ quality, access }) => quality === 'audio' || access === 'unavailable')

/** Whether every frame of an MP4 is changed, so that none can be copied. */
export const changesFrames = ({ crop, fade }: Fit): boolean => crop !== undefined || fade?.video !== undefined

/** Shares are rounded: of a frame as small as allowed, that is less than half a percent. */
const SAME_RATIO = 0.005

/** The shape that a crop has, or null for any other. @param aspect width by height of the video */
export function shapeOf(crop: Crop, aspect: number): CropRatio | null {
  if (typeof crop === 'string') return crop
  const ratio = (crop.width * aspect) / crop.height
  return CROP_RATIOS.find((shape) => Math.abs(ratio / ratioOf(shape) - 1) < SAME_RATIO) ?? null
}

/** Width by height of what is left of a video. @param aspect its own */
export function croppedAspect({ crop }: Fit, aspect: number): number {
  if (crop === undefined) return aspect
  const { width, height } = areaOf(crop, aspect)
  return (width * aspect) / height
}

/** A frame to begin with that has no shape: in the middle of what was there, a little smaller. */
export function freeArea({ left, top, width, height }: CropArea): CropArea {
  const within = { left: left + 0.05 * width, top: top + 0.1 * height, width: 0.9 * width, height: 0.8 * height }
  return cropArea(within) ?? { left, top, width, height }
}

export const aspectOf = ({ aspect }: { aspect?: number | null | undefined }): number => aspect ?? USUAL_ASPECT

function within({ least, most }: { least: number; most: number }, value: number | undefined): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined
}

function readNumber(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

const readNumbers = (text: string | undefined): (number | undefined)[] => (text ?? '').split(',').map(readNumber)

function scaled(text: string | undefined, by: number): number | undefined {
  const number = readNumber(text)
  return number === undefined ? undefined : Math.round(number * by)
}
