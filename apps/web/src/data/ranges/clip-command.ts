import { type ClipFormat, isAnimation } from '@kerf/domain/formats/clip-format'
import { writeCrop } from '@kerf/domain/formats/crop'
import type { QualityId } from '@kerf/domain/formats/quality'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { SAMPLE_WORD } from './asked-address.ts'
import { type AskedClip, type ClipChoice, optionsForFormat, type RowOptions } from './clip-choice.ts'

/** Quality and format of a clip, as far as somebody has chosen them. */
export interface CommandForm extends RowOptions {
  /** Absent: as large as the source is. */
  quality?: QualityId
  format: ClipFormat
}

interface CommandInput {
  link: string
  ranges: readonly TimeRange[]
  /** A clip of each range, instead of one that joins them. */
  separate: boolean
  choice: ClipChoice
  form: CommandForm
}

/** The form of a clip that has not been made: an animation where its shape has been chosen, else a video. */
export const usualForm = ({ fit }: ClipChoice): CommandForm => ({ format: fit.animation ? 'gif' : 'mp4' })

/** The line for a POSIX shell that makes the same clip with `kerf`, and one for each range where there are several clips. */
export function clipCommand({ link, ranges, separate, choice, form }: CommandInput): string {
  const options = [...formOptions(form), ...choiceOptions({ ...optionsForFormat(choice, form.format), ...form })]
  if (separate && ranges.length > 1) {
    const lines = ranges.map((range) => inShell(`${link} ${timesOf(range).join('-')}`))
    return `printf '%s\\n' ${lines.join(' ')} | ${commandLine(['--links', '-', ...options])}`
  }
  const times = ranges.flatMap((range) => {
    const [from, to] = timesOf(range)
    return ['--from', from, '--to', to]
  })
  return commandLine([link === SAMPLE_LINK ? SAMPLE_WORD : link, ...times, ...options])
}

/** Times as the page shows them. */
const timesOf = ({ startTime, endTime }: TimeRange): [from: string, to: string] => [
  formatTimecode(startTime, 3),
  formatTimecode(endTime, 3),
]

/** A format that follows from the quality, or is the usual one, is not named. An animation has a width in place of a quality. */
function formOptions({ quality, format, container }: CommandForm): string[] {
  const isUsual = format === 'mp4' || (format === 'mp3' && quality === 'audio')
  return [
    ...named('-q', isAnimation(format) ? undefined : quality),
    ...named('--format', isUsual ? undefined : format),
    ...named('--container', format === 'original' ? container : undefined),
  ]
}

function choiceOptions(options: AskedClip & { format: ClipFormat }): string[] {
  const { audioTrack, subtitles, maxBytes, crop, loudness, fade, animation, bitrate, format } = options
  return [
    ...named('--audio-track', audioTrack),
    ...named('--subtitles', subtitles && `${subtitles.as}:${subtitles.captions}`),
    ...named('--max-size', maxBytes),
    ...named('--crop', crop && writeCrop(crop)),
    ...named('--loudness', loudness),
    ...named('--fade-video', fade?.video),
    ...named('--fade-audio', fade?.audio),
    ...named('--bitrate', format === 'mp3' ? bitrate : undefined),
    ...named('--width', animation?.width),
    ...named('--fps', animation?.frameRate),
  ]
}

/** An option and its value; a value that begins with a dash would be taken for an option. */
function named(option: string, value: string | number | undefined): string[] {
  if (value === undefined) return []
  const text = String(value)
  return text.startsWith('-') ? [`${option}=${text}`] : [option, text]
}

const commandLine = (words: readonly string[]): string => ['kerf', 'cut', ...words].map(inShell).join(' ')

const PLAIN = /^[\w@%+=:,./-]+$/

/** A word as a POSIX shell reads it, whatever is in it. */
const inShell = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
