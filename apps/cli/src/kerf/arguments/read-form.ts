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
import { type ParsedOptions, UsageError } from './parse-command-line.ts'

export interface OutputForm {
  /** Quality of the clip; null: the size of the source. */
  quality: QualityId | null
  format: ClipFormat
}

/** Possible formats of a file, by its extension. The first format is the default. */
const FORMATS_BY_EXTENSION: Readonly<Record<string, readonly ClipFormat[]>> = {
  ...Object.fromEntries(CLIP_FORMATS.filter((format) => format !== 'original').map((format) => [format, [format]])),
  mp4: ['mp4', 'original'],
  m4v: ['mp4', 'original'],
  webm: ['original'],
}

/** Extensions of media that Kerf cannot make. Any other unknown extension is part of the name: `talk.part2`. */
const UNSUPPORTED_EXTENSIONS = new Set(
  'mov mkv avi wmv flv f4v 3gp mpg mpeg ts m2ts mts ogv aac ogg oga wma aiff jpg jpeg bmp tif tiff avif heic svg srt vtt'.split(
    ' ',
  ),
)

/** The name of a format with its article, for messages: `an mp3`. */
export const withArticle = (format: ClipFormat): string => `${FORMATS[format].article} ${format}`

/** @throws UsageError if an option is not for this format: `--crop is for mp4 and gif, not for an mp3.` */
export function requireFormat(option: string, formats: readonly ClipFormat[], format: ClipFormat): void {
  if (formats.includes(format)) return
  const formatList = new Intl.ListFormat('en-GB').format(formats)
  throw new UsageError(`${option} is for ${formatList}, not for ${withArticle(format)}.`)
}

/**
 * Reads quality and format. The format comes from --format; without it, from the file's extension or the quality.
 */
export function readForm({ quality: qualityText, format: formatText, output }: ParsedOptions): OutputForm {
  const quality = qualityText === undefined ? null : parseQuality(qualityText)
  if (qualityText !== undefined && !quality) {
    throw new UsageError(`-q "${qualityText}" is not a quality. Use ${QUALITY_IDS.join(', ')}.`)
  }
  const formatOption = formatText === undefined ? null : parseFormat(formatText)
  if (formatText !== undefined && !formatOption) {
    throw new UsageError(`--format "${formatText}" is unknown. Use ${CLIP_FORMATS.join(', ')}.`)
  }
  const extension = extensionOf(output)
  const extensionFormat = extension === null ? undefined : FORMATS_BY_EXTENSION[extension]?.[0]
  const format = formatOption ?? extensionFormat ?? (quality ? QUALITIES[quality].format : 'mp4')
  if (quality && isAnimation(format))
    throw new UsageError(`A ${format} has no quality, but a --width. Leave out -q ${qualityText}.`)
  if (quality && isAudio(format) !== (quality === 'audio')) {
    throw new UsageError(
      `-q ${qualityText} makes ${withArticle(QUALITIES[quality].format)}, not ${withArticle(format)}.`,
    )
  }
  return { quality: isAudio(format) ? 'audio' : quality, format }
}

/** Reads the path of the clip, and determines its default name. @param path the value of -o */
export function readOutput(path: string | undefined, { quality, format }: OutputForm, options: ClipOptions) {
  const defaultName =
    quality || isAnimation(format)
      ? clipFileName({ quality: quality ?? ANIMATION_QUALITY, format, options })
      : defaultNameWithoutSize(format)
  if (path !== undefined && path !== '-') requireExtension(path, format)
  return { outputPath: path ?? defaultName, defaultName }
}

function requireExtension(path: string, format: ClipFormat): void {
  const extension = extensionOf(path)
  if (extension === null && UNSUPPORTED_EXTENSIONS.has(lastExtension(path))) {
    throw new UsageError(
      `-o ${path} would contain ${withArticle(format)}. Use .${Object.keys(FORMATS_BY_EXTENSION).join(', .')}.`,
    )
  }
  if (extension !== null && !FORMATS_BY_EXTENSION[extension]?.includes(format)) {
    throw new UsageError(
      `-o ${path} would contain ${withArticle(format)}. Use that extension, or choose another quality or format.`,
    )
  }
}

function defaultNameWithoutSize(format: ClipFormat): string {
  if (format === 'png') return 'kerf_still.png'
  return format === 'original' ? 'kerf_original.mp4' : 'kerf_clip.mp4'
}

/** The extension of a path, in lower case; null if clips do not have it. */
export function extensionOf(path: string | undefined): string | null {
  const extension = lastExtension(path ?? '')
  return Object.hasOwn(FORMATS_BY_EXTENSION, extension) ? extension : null
}

/** The container for the extension of a path; null if clips do not have that extension. */
export function containerOf(path: string): string | null {
  const extension = extensionOf(path)
  return extension === 'm4v' ? 'mp4' : extension
}

const lastExtension = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
