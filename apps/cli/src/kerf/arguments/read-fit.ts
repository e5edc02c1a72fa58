import { type ClipFormat, isAudio, USUAL_ANIMATION } from '@kerf/domain/formats/clip-format'
import {
  ANIMATION_WIDTH_BOUNDS,
  type ClipOptions,
  FADE_SECONDS_BOUNDS,
  FRAME_RATE_BOUNDS,
  LOUDNESS_BOUNDS,
  MAX_BYTES_BOUNDS,
  MP3_BITRATES,
  OPTION_FORMATS,
} from '@kerf/domain/formats/clip-options'
import { CROP_RATIOS, type Crop, parseCrop } from '@kerf/domain/formats/crop'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { type ParsedOptions, UsageError } from './parse-command-line.ts'
import { extensionOf, requireFormat } from './read-form.ts'

export type FitArguments = Omit<ClipOptions, 'audioTrack' | 'subtitles' | 'liveWindow'>

/** Formats for which each option is valid. */
const FORMATS_BY_OPTION = {
  'max-size': OPTION_FORMATS.maxBytes,
  crop: OPTION_FORMATS.crop,
  loudness: OPTION_FORMATS.loudness,
  fade: OPTION_FORMATS.audioFade.filter((format) => isAudio(format) || OPTION_FORMATS.videoFade.includes(format)),
  'fade-video': OPTION_FORMATS.videoFade,
  'fade-audio': OPTION_FORMATS.audioFade,
  bitrate: OPTION_FORMATS.bitrate,
  width: OPTION_FORMATS.animation,
  fps: OPTION_FORMATS.animation,
  container: OPTION_FORMATS.container,
} as const satisfies Partial<Record<keyof ParsedOptions, readonly ClipFormat[]>>

/**
 * Reads the options that adapt a clip to its purpose, such as a size limit or a crop.
 * @throws UsageError for an option that is not for this format
 */
export function readFitArguments(options: ParsedOptions, format: ClipFormat): FitArguments {
  for (const [name, formats] of Object.entries(FORMATS_BY_OPTION))
    if (options[name as keyof typeof FORMATS_BY_OPTION] !== undefined) requireFormat(`--${name}`, formats, format)
  return withoutUndefined<FitArguments>({
    maxBytes: readIfGiven(options['max-size'], readSize),
    crop: readIfGiven(options.crop, readCrop),
    loudness: readIfGiven(options.loudness, (text) => readNumber('--loudness', text, LOUDNESS_BOUNDS, 'LUFS')),
    fade: readFade(options, format),
    bitrate: readIfGiven(options.bitrate, readBitrate),
    animation: readAnimation(options),
    container: readContainer(options, format),
  })
}

const withoutUndefined = <T extends object>(fields: { [Name in keyof T]: T[Name] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

const readIfGiven = <T>(text: string | undefined, read: (text: string) => T): T | undefined =>
  text === undefined ? undefined : read(text)

const BYTES_BY_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
}

/** Reads a size in bytes. `10M` and `10MB` are ten million; `10MiB` is 10 x 1024 x 1024. */
function readSize(text: string): number {
  const [, count, unit = ''] = /^(\d+(?:[.,]\d+)?|[.,]\d+)\s*([kmg]i?)?b?$/i.exec(text.trim()) ?? []
  if (count === undefined)
    throw new UsageError(`--max-size "${text}" is not a size. Use 10MB, 9.5MB, 10MiB or 10000000.`)
  const bytes = Math.floor(Number(count.replace(',', '.')) * BYTES_BY_UNIT[unit.toLowerCase()]!)
  if (bytes < MAX_BYTES_BOUNDS.least || bytes > MAX_BYTES_BOUNDS.most)
    throw new UsageError(
      `--max-size ${text} is not between ${MAX_BYTES_BOUNDS.least / 1e3} kB and ${MAX_BYTES_BOUNDS.most / 1e9} GB.`,
    )
  return bytes
}

function readCrop(text: string): Crop {
  const crop = parseCrop(text)
  if (crop) return crop
  throw new UsageError(
    `--crop "${text}" is not a part of the frame. Use ${CROP_RATIOS.join(', ')}, or left,top,width,height in shares: 0.25,0,0.5,1.`,
  )
}

/** Reads a number within bounds. Its unit may follow it. */
function readNumber(option: string, text: string, { least, most }: { least: number; most: number }, unit: string) {
  const number = Number(text.trim().replace(new RegExp(`\\s*${unit}$`, 'i'), '') || Number.NaN)
  if (number >= least && number <= most) return number
  throw new UsageError(`${option} "${text}" is not between ${least} and ${most} ${unit}.`)
}

/** Reads the fades. `--fade` is for frames and audio. `--fade-video` and `--fade-audio` override it. */
function readFade(options: ParsedOptions, format: ClipFormat): FitArguments['fade'] | undefined {
  const fadeSeconds = (name: 'fade' | 'fade-video' | 'fade-audio') =>
    readIfGiven(options[name], (text) => readFadeSeconds(`--${name}`, text))
  const bothSeconds = fadeSeconds('fade')
  const videoSeconds = fadeSeconds('fade-video') ?? (isAudio(format) ? undefined : bothSeconds)
  const fade = withoutUndefined({ video: videoSeconds, audio: fadeSeconds('fade-audio') ?? bothSeconds })
  return Object.keys(fade).length > 0 ? fade : undefined
}

function readFadeSeconds(option: string, text: string): number {
  const seconds = parseTimecode(text) ?? Number.NaN
  if (seconds >= FADE_SECONDS_BOUNDS.least && seconds <= FADE_SECONDS_BOUNDS.most) return seconds
  throw new UsageError(
    `${option} "${text}" is not between ${FADE_SECONDS_BOUNDS.least} and ${FADE_SECONDS_BOUNDS.most} s.`,
  )
}

/** Reads a bitrate such as `192k`, `192` or `V2`. */
function readBitrate(text: string): FitArguments['bitrate'] {
  const name = text.trim().toLowerCase().replace(/^\d+$/, '$&k')
  const bitrate = MP3_BITRATES.find((candidate) => candidate === name)
  if (!bitrate) throw new UsageError(`--bitrate "${text}" is unknown. Use ${MP3_BITRATES.join(', ')}.`)
  return bitrate
}

function readAnimation({ width, fps }: ParsedOptions): FitArguments['animation'] | undefined {
  if (width === undefined && fps === undefined) return undefined
  return {
    width: readIfGiven(width, readWidth) ?? USUAL_ANIMATION.width,
    frameRate:
      readIfGiven(fps, (text) => readNumber('--fps', text, FRAME_RATE_BOUNDS, 'fps')) ?? USUAL_ANIMATION.frameRate,
  }
}

const readWidth = (text: string): number => Math.round(readNumber('--width', text, ANIMATION_WIDTH_BOUNDS, 'px'))

/** Reads the container of `original`, from --container or from the extension of the file. */
function readContainer(
  { container, output }: ParsedOptions,
  format: ClipFormat,
): FitArguments['container'] | undefined {
  const extension = extensionOf(output)
  if (container !== undefined && container.toLowerCase() !== 'mp4')
    throw new UsageError(`--container "${container}" is unknown. Use mp4; without it, VP9 and AV1 become a WebM.`)
  if (container !== undefined && extension === 'webm')
    throw new UsageError(`-o ${output} would contain an mp4. Use that extension, or leave out --container.`)
  const isMp4 = container !== undefined || extension === 'mp4' || extension === 'm4v'
  return OPTION_FORMATS.container.includes(format) && isMp4 ? 'mp4' : undefined
}
