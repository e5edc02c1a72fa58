import { type ClipFormat, isAnimation } from '@kerf/domain/formats/clip-format'
import { writeCrop } from '@kerf/domain/formats/crop'
import type { QualityId } from '@kerf/domain/formats/quality'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { type ClipChoice, optionsForFormat, type RequestOptions, type RowOptions } from './clip-choice.ts'
import { SAMPLE_WORD } from './trim-address.ts'

/** Quality and format of a clip, as far as they are chosen. */
export interface CommandForm extends RowOptions {
  /** Absent: the best quality of the source. */
  quality?: QualityId
  format: ClipFormat
}

interface CommandInput {
  link: string
  ranges: readonly TimeRange[]
  /** Whether each range becomes a clip of its own, instead of one clip that joins them. */
  separate: boolean
  choice: ClipChoice
  form: CommandForm
}

/** Default form of a clip: an animation where the shape of one is chosen, else a video. */
export const defaultForm = ({ fit }: ClipChoice): CommandForm => ({ format: fit.animation ? 'gif' : 'mp4' })

/** Command for a POSIX shell that makes the same clip with `kerf`, or a clip of each range. */
export function clipCommand({ link, ranges, separate, choice, form }: CommandInput): string {
  const options = [...formOptions(form), ...choiceOptions({ ...optionsForFormat(choice, form.format), ...form })]
  if (separate && ranges.length > 1) {
    const lines = ranges.map((range) => quoteForShell(`${link} ${rangeTimecodes(range).join('-')}`))
    return `printf '%s\\n' ${lines.join(' ')} | ${commandLine(['--links', '-', ...options])}`
  }
  const times = ranges.flatMap((range) => {
    const [from, to] = rangeTimecodes(range)
    return ['--from', from, '--to', to]
  })
  return commandLine([link === SAMPLE_LINK ? SAMPLE_WORD : link, ...times, ...options])
}

/** Times in the format of the page. */
const rangeTimecodes = ({ startTime, endTime }: TimeRange): [from: string, to: string] => [
  formatTimecode(startTime, 3),
  formatTimecode(endTime, 3),
]

/** Options for quality and format. A default format is left out, and an animation has a width instead of a quality. */
function formOptions({ quality, format, container }: CommandForm): string[] {
  const isDefaultFormat = format === 'mp4' || (format === 'mp3' && quality === 'audio')
  return [
    ...optionArguments('-q', isAnimation(format) ? undefined : quality),
    ...optionArguments('--format', isDefaultFormat ? undefined : format),
    ...optionArguments('--container', format === 'original' ? container : undefined),
  ]
}

function choiceOptions(options: RequestOptions & { format: ClipFormat }): string[] {
  const { audioTrack, subtitles, maxBytes, crop, loudness, fade, animation, bitrate, format } = options
  return [
    ...optionArguments('--audio-track', audioTrack),
    ...optionArguments('--subtitles', subtitles && `${subtitles.as}:${subtitles.captions}`),
    ...optionArguments('--max-size', maxBytes),
    ...optionArguments('--crop', crop && writeCrop(crop)),
    ...optionArguments('--loudness', loudness),
    ...optionArguments('--fade-video', fade?.video),
    ...optionArguments('--fade-audio', fade?.audio),
    ...optionArguments('--bitrate', format === 'mp3' ? bitrate : undefined),
    ...optionArguments('--width', animation?.width),
    ...optionArguments('--fps', animation?.frameRate),
  ]
}

/**
 * Words of an option and its value. A value that begins with a dash needs `=`, because it would be read as an option.
 */
function optionArguments(option: string, value: string | number | undefined): string[] {
  if (value === undefined) return []
  const text = String(value)
  return text.startsWith('-') ? [`${option}=${text}`] : [option, text]
}

const commandLine = (words: readonly string[]): string => ['kerf', 'cut', ...words].map(quoteForShell).join(' ')

const SAFE_WORD_PATTERN = /^[\w@%+=:,./-]+$/

/** Quotes a word for a POSIX shell where it needs that. */
const quoteForShell = (word: string): string =>
  SAFE_WORD_PATTERN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
