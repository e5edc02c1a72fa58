import { parseArgs } from 'node:util'
import { SUBTITLE_FORMS, type SubtitleForm } from '@kerf/domain/captions/transcript'
import {
  ANIMATION_QUALITY,
  CLIP_FORMATS,
  type ClipFormat,
  FORMATS,
  isAnimation,
  isAudio,
  isSilent,
  parseFormat,
} from '@kerf/domain/formats/clip-format'
import { SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { parseQuality, QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { parseTimecode } from '@kerf/domain/ranges/timecode'

export interface CutRequest {
  link: string
  /** null: where the link says, or else the video, begins or ends. None where chapters or words are named. */
  ranges: { startTime: number | null; endTime: number | null }[]
  /** Titles or numbers. */
  chapters: string[]
  /** What is said in each range. */
  words: string[]
  /** `captions` null: the best there are. */
  subtitles: { as: SubtitleForm; captions: string | null } | null
  /** null: the original. */
  audioTrack: string | null
  /** null: as large as it is. */
  quality: QualityId | null
  format: ClipFormat
  outputPath: string
  isJson: boolean
  isDryRun: boolean
  /** What there is to choose from, and no clip. */
  isList: boolean
  mayOverwrite: boolean
}

export type Arguments =
  | { kind: 'cut'; request: CutRequest }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'mistaken'; complaint: string }

/** What the name of a file says of what is in it. */
const FORMATS_BY_ENDING: Readonly<Record<string, readonly ClipFormat[]>> = {
  ...Object.fromEntries(CLIP_FORMATS.filter((format) => format !== 'original').map((format) => [format, [format]])),
  mp4: ['mp4', 'original'],
  m4v: ['mp4', 'original'],
  webm: ['original'],
}

/** Media that cannot be made here. Other endings are part of a name: `talk.part2`. */
const OTHER_MEDIA = new Set(
  'mov mkv avi wmv flv f4v 3gp mpg mpeg ts m2ts mts ogv aac ogg oga wma aiff jpg jpeg bmp tif tiff avif heic svg srt vtt'.split(
    ' ',
  ),
)

const named = (format: ClipFormat): string => `${FORMATS[format].article} ${format}`

const options = {
  from: { type: 'string', short: 'f', multiple: true },
  to: { type: 'string', short: 't', multiple: true },
  chapter: { type: 'string', multiple: true },
  words: { type: 'string', multiple: true },
  'audio-track': { type: 'string' },
  subtitles: { type: 'string' },
  list: { type: 'boolean', default: false },
  quality: { type: 'string', short: 'q' },
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  json: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const

class MistakeError extends Error {}

/** Reads what was typed after `kerf`. Mistakes are values, each a sentence that names what was wrong. */
export function readArguments(words: readonly string[]): Arguments {
  try {
    return read(words)
  } catch (error) {
    const isTyped = error instanceof MistakeError || (error instanceof TypeError && 'code' in error)
    if (!isTyped) throw error
    // Node appends advice about dashes, which only confuses, and sometimes no full stop.
    const [said = ''] = error.message.replace(/\. To specify.*$/s, '').split('\n')
    return {
      kind: 'mistaken',
      complaint: said
        .replace('argument is ambiguous', 'needs a value that does not begin with a dash')
        .replace(/[^.?]$/, '$&.'),
    }
  }
}

function read(words: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
  const [command, link, ...rest] = positionals
  if (values.help || command === 'help') return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (command === undefined) throw new MistakeError('There is nothing to do. Use `kerf cut LINK`.')
  if (command !== 'cut') throw new MistakeError(`There is no command "${command}". Use \`kerf cut LINK\`.`)
  if (link === undefined) throw new MistakeError('There is no link or file to cut.')
  if (rest.length > 0)
    throw new MistakeError(`Only one link or file can be cut at a time, but "${rest[0]}" was given too.`)
  const form = readForm(values.quality, values.format, endingOf(values.output))
  return {
    kind: 'cut',
    request: {
      link,
      ...readPlaces(values),
      ...readTracks(values, form),
      ...form,
      outputPath: readOutput(values.output, form),
      isJson: values.json,
      isDryRun: values['dry-run'],
      isList: values.list,
      mayOverwrite: values.force,
    },
  }
}

type Typed = { [Name in 'from' | 'to' | 'chapter' | 'words']?: string[] | undefined }

/** What of the video is meant: by times, by chapters, or by what is said there. */
function readPlaces({ from = [], to = [], chapter: chapters = [], words = [] }: Typed) {
  const ways = [from.length + to.length, chapters.length, words.length].filter((named) => named > 0)
  if (ways.length > 1) throw new MistakeError('Use either --from and --to, or --chapter, or --words.')
  const empty = [...chapters, ...words].some((text) => text.trim() === '')
  if (empty) throw new MistakeError(`${words.length > 0 ? '--words' : '--chapter'} is empty.`)
  const isNamed = chapters.length + words.length > 0
  return { ranges: isNamed ? [] : readRanges(from, to), chapters, words }
}

function readTracks(
  {
    subtitles: text,
    'audio-track': audioTrack = null,
  }: { subtitles?: string | undefined; 'audio-track'?: string | undefined | null },
  { format }: Form,
): Pick<CutRequest, 'subtitles' | 'audioTrack'> {
  if (audioTrack !== null && isSilent(format))
    throw new MistakeError(`${capital(named(format))} is silent. Leave out --audio-track ${audioTrack}.`)
  if (text === undefined) return { subtitles: null, audioTrack }
  const [how = '', ...rest] = text.split(':')
  const as = SUBTITLE_FORMS.find((form) => form === how)
  const captions = rest.length > 0 ? rest.join(':') : null
  if (!as || captions === '')
    throw new MistakeError(
      `--subtitles "${text}" is unknown. Use ${SUBTITLE_FORMS.join(', ')}, or track:en to choose captions.`,
    )
  const suited = SUBTITLED_FORMATS[as]
  if (!suited.includes(format))
    throw new MistakeError(`--subtitles ${as} is for an ${suited.join(' or ')}, not for ${named(format)}.`)
  return { subtitles: { as, captions }, audioTrack }
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function readRanges(from: readonly string[], to: readonly string[]): CutRequest['ranges'] {
  const several = Math.max(from.length, to.length, 1)
  if (several > 1 && from.length !== to.length) {
    throw new MistakeError('With several ranges, each needs its own --from and --to.')
  }
  return Array.from({ length: several }, (_, index) => {
    const range = { startTime: readTime('--from', from[index]), endTime: readTime('--to', to[index]) }
    if (range.startTime !== null && range.endTime !== null && range.endTime <= range.startTime) {
      throw new MistakeError(`--to ${to[index]} must be later than --from ${from[index]}.`)
    }
    return range
  })
}

function readTime(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const seconds = parseTimecode(text)
  if (seconds === null) throw new MistakeError(`${option} "${text}" is not a time. Use 83.5, 1:23.5 or 1:02:03.5.`)
  return seconds
}

type Form = Pick<CutRequest, 'quality' | 'format'>

/** The format is what is said, or else what the file's name or the quality means. */
function readForm(qualityText: string | undefined, formatText: string | undefined, ending: string | null): Form {
  const quality = qualityText === undefined ? null : parseQuality(qualityText)
  if (qualityText !== undefined && !quality) {
    throw new MistakeError(`-q "${qualityText}" is not a quality. Use ${QUALITY_IDS.join(', ')}.`)
  }
  const said = formatText === undefined ? null : parseFormat(formatText)
  if (formatText !== undefined && !said) {
    throw new MistakeError(`--format "${formatText}" is unknown. Use ${CLIP_FORMATS.join(', ')}.`)
  }
  const byEnding = ending === null ? undefined : FORMATS_BY_ENDING[ending]?.[0]
  const format = said ?? (quality ? null : byEnding) ?? (quality ? QUALITIES[quality].format : 'mp4')
  if (quality && isAnimation(format))
    throw new MistakeError(`A ${format} has a fixed size. Leave out -q ${qualityText}.`)
  if (quality && isAudio(format) !== (quality === 'audio')) {
    throw new MistakeError(`-q ${qualityText} makes ${named(QUALITIES[quality].format)}, not ${named(format)}.`)
  }
  return { quality: isAudio(format) ? 'audio' : quality, format }
}

function readOutput(path: string | undefined, { quality, format }: Form): string {
  if (path === undefined) return quality || isAnimation(format) ? namedBy(quality, format) : unsizedName(format)
  if (path === '-') throw new MistakeError('-o - is not a file. A clip cannot be written to stdout.')
  const ending = endingOf(path)
  if (ending === null && OTHER_MEDIA.has(lastPart(path))) {
    throw new MistakeError(
      `-o ${path} would contain ${named(format)}. Use .${Object.keys(FORMATS_BY_ENDING).join(', .')}.`,
    )
  }
  if (ending !== null && !FORMATS_BY_ENDING[ending]?.includes(format)) {
    throw new MistakeError(
      `-o ${path} would contain ${named(format)}. Use that extension, or choose another quality or format.`,
    )
  }
  return path
}

const namedBy = (quality: QualityId | null, format: ClipFormat) =>
  clipFileName({ quality: quality ?? ANIMATION_QUALITY, format })

function unsizedName(format: ClipFormat): string {
  if (format === 'png') return 'kerf_still.png'
  return format === 'original' ? 'kerf_original.mp4' : 'kerf_clip.mp4'
}

function endingOf(path: string | undefined): string | null {
  const ending = lastPart(path ?? '')
  return Object.hasOwn(FORMATS_BY_ENDING, ending) ? ending : null
}

const lastPart = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
