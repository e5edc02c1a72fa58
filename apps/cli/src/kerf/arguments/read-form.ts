import {
  ANIMATION_QUALITY,
  CLIP_FORMATS,
  type ClipFormat,
  FORMATS,
  isAnimation,
  isAudio,
  parseFormat,
} from '@kerf/domain/formats/clip-format'
import type { ClipOptions } from '@kerf/domain/formats/clip-options'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { parseQuality, QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { MistakeError, type Typed } from './parse-words.ts'

export interface Form {
  /** Quality of the clip; null: the size of the source. */
  quality: QualityId | null
  format: ClipFormat
}

/** The formats that a file may have, by its extension; the first one is the default. */
const FORMATS_BY_ENDING: Readonly<Record<string, readonly ClipFormat[]>> = {
  ...Object.fromEntries(CLIP_FORMATS.filter((format) => format !== 'original').map((format) => [format, [format]])),
  mp4: ['mp4', 'original'],
  m4v: ['mp4', 'original'],
  webm: ['original'],
}

/** Extensions of media that Kerf cannot make. Any other unknown ending is part of a name: `talk.part2`. */
const OTHER_MEDIA = new Set(
  'mov mkv avi wmv flv f4v 3gp mpg mpeg ts m2ts mts ogv aac ogg oga wma aiff jpg jpeg bmp tif tiff avif heic svg srt vtt'.split(
    ' ',
  ),
)

/** The name of a format with its article, for messages: `an mp3`. */
export const withArticle = (format: ClipFormat): string => `${FORMATS[format].article} ${format}`

/** @throws MistakeError if an option is not for this format: `--crop is for mp4 and gif, not for an mp3.` */
export function requireFormat(option: string, formats: readonly ClipFormat[], format: ClipFormat): void {
  if (formats.includes(format)) return
  const formatList = new Intl.ListFormat('en-GB').format(formats)
  throw new MistakeError(`${option} is for ${formatList}, not for ${withArticle(format)}.`)
}

/**
 * Reads quality and format. The format is that of --format, or else of the file's extension, or else of the quality.
 */
export function readForm({ quality: qualityText, format: formatText, output }: Typed): Form {
  const quality = qualityText === undefined ? null : parseQuality(qualityText)
  if (qualityText !== undefined && !quality) {
    throw new MistakeError(`-q "${qualityText}" is not a quality. Use ${QUALITY_IDS.join(', ')}.`)
  }
  const formatOption = formatText === undefined ? null : parseFormat(formatText)
  if (formatText !== undefined && !formatOption) {
    throw new MistakeError(`--format "${formatText}" is unknown. Use ${CLIP_FORMATS.join(', ')}.`)
  }
  const ending = endingOf(output)
  const byEnding = ending === null ? undefined : FORMATS_BY_ENDING[ending]?.[0]
  const format = formatOption ?? byEnding ?? (quality ? QUALITIES[quality].format : 'mp4')
  if (quality && isAnimation(format))
    throw new MistakeError(`A ${format} has no quality, but a --width. Leave out -q ${qualityText}.`)
  if (quality && isAudio(format) !== (quality === 'audio')) {
    throw new MistakeError(
      `-q ${qualityText} makes ${withArticle(QUALITIES[quality].format)}, not ${withArticle(format)}.`,
    )
  }
  return { quality: isAudio(format) ? 'audio' : quality, format }
}

/** Reads the path of the clip, and determines its default name. @param path the value of -o */
export function readOutput(path: string | undefined, { quality, format }: Form, options: ClipOptions) {
  const usualName =
    quality || isAnimation(format)
      ? clipFileName({ quality: quality ?? ANIMATION_QUALITY, format, options })
      : unsized(format)
  if (path !== undefined && path !== '-') requireEnding(path, format)
  return { outputPath: path ?? usualName, usualName }
}

function requireEnding(path: string, format: ClipFormat): void {
  const ending = endingOf(path)
  if (ending === null && OTHER_MEDIA.has(lastPart(path))) {
    throw new MistakeError(
      `-o ${path} would contain ${withArticle(format)}. Use .${Object.keys(FORMATS_BY_ENDING).join(', .')}.`,
    )
  }
  if (ending !== null && !FORMATS_BY_ENDING[ending]?.includes(format)) {
    throw new MistakeError(
      `-o ${path} would contain ${withArticle(format)}. Use that extension, or choose another quality or format.`,
    )
  }
}

function unsized(format: ClipFormat): string {
  if (format === 'png') return 'kerf_still.png'
  return format === 'original' ? 'kerf_original.mp4' : 'kerf_clip.mp4'
}

/** The extension of a clip's path, in lower case; null if it is not one of a clip. */
export function endingOf(path: string | undefined): string | null {
  const ending = lastPart(path ?? '')
  return Object.hasOwn(FORMATS_BY_ENDING, ending) ? ending : null
}

/** The container that the extension of a path means; null if it is not one of a clip. */
export function containerOf(path: string): string | null {
  const ending = endingOf(path)
  return ending === 'm4v' ? 'mp4' : ending
}

const lastPart = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
