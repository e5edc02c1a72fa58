import { SUBTITLE_FORMS, type SubtitleForm } from '@kerf/domain/captions/transcript'
import { isSilent } from '@kerf/domain/formats/clip-format'
import { SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { adviceOn, MistakeError, parseWords, type Typed } from './parse-words.ts'
import { type Fit, readFit } from './read-fit.ts'
import { endingOf, type Form, readForm, readOutput, requireFormat, withArticle } from './read-form.ts'

/** A range in seconds. A time that is null is taken from the link, or else it is the start or end of the video. */
interface RequestedRange {
  startTime: number | null
  endTime: number | null
  /** Duration, in place of an end. */
  seconds?: number
}

export interface CutArguments extends Form {
  links: string[]
  /** A file with one link per line; `-`: stdin. */
  linksFile: string | null
  /** Ranges of the video; empty if chapters or words are given. */
  ranges: RequestedRange[]
  /** Titles or numbers of chapters. */
  chapters: string[]
  /** Words of the captions that select each range. */
  words: string[]
  /** Subtitles of the clip; `captions` is the id of captions, or null for the best ones. */
  subtitles: { as: SubtitleForm; captions: string | null } | null
  /** Id of the audio track; null: the original. */
  audioTrack: string | null
  fit: Fit
  /** Path of the clip. `-` is stdout. In a folder, or a path that ends in a slash, the clip gets its usual name. */
  outputPath: string
  /** Default name of the clip. */
  usualName: string
  isJson: boolean
  isDryRun: boolean
  /** Whether to print the facts of the video and make no clip. */
  isInfo: boolean
  mayOverwrite: boolean
  /** Address of the server that cuts; null: KERF_SERVER, or this machine. */
  server: string | null
  /** API key of the server; null: KERF_KEY. */
  key: string | null
}

/** A request for a single link. */
export interface LinkArguments extends CutArguments {
  link: string
  /** Position in a list of links, from 1; null if it is the only link. */
  place: number | null
}

export type Arguments =
  | { kind: 'cut'; request: CutArguments }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'mistaken'; complaint: string }

/** Reads the arguments after `kerf`. A usage error is returned as a sentence that names the error. */
export function readArguments(words: readonly string[]): Arguments {
  try {
    return read(words)
  } catch (error) {
    if (!(error instanceof MistakeError)) throw error
    return { kind: 'mistaken', complaint: error.message + adviceOn(words) }
  }
}

function read(words: readonly string[]): Arguments {
  const { values, positionals } = parseWords(words)
  const [command, ...links] = positionals
  if (values.help || command === 'help') return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (command === undefined) throw new MistakeError('There is nothing to do. Use `kerf cut LINK` or `kerf serve`.')
  if (command !== 'cut')
    throw new MistakeError(`There is no command "${command}". Use \`kerf cut LINK\` or \`kerf serve\`.`)
  const linksFile = values.links ?? null
  if (links.length === 0 && linksFile === null) throw new MistakeError('There is no link or file to cut.')
  const form = readForm(values)
  const fit = readFit(values, form.format)
  const request: CutArguments = {
    links,
    linksFile,
    ...readPlaces(values),
    ...readTracks(values, form),
    ...form,
    fit,
    ...readOutput(values.output, form, fit),
    isJson: values.json,
    isDryRun: values['dry-run'],
    isInfo: values.info || values.list,
    mayOverwrite: values.force,
    server: values.server ?? null,
    key: values.key ?? null,
  }
  refuseContradictions(request, values.output)
  // Several clips need a folder, because one file cannot contain them.
  return { kind: 'cut', request: isOfSeveral(request) ? { ...request, outputPath: values.output ?? '.' } : request }
}

/** Whether the request has several links or a list, so that each clip gets its own name. */
export const isOfSeveral = ({ links, linksFile }: Pick<CutArguments, 'links' | 'linksFile'>): boolean =>
  linksFile !== null || links.length > 1

function refuseContradictions(request: CutArguments, output: string | undefined): void {
  const { isJson, isInfo, isDryRun, subtitles } = request
  if (isInfo && isDryRun) throw new MistakeError('Use either --info or --dry-run.')
  if (isOfSeveral(request) && (output === '-' || endingOf(output) !== null))
    throw new MistakeError(`-o ${output} is for one clip, but there are several links. Use a folder.`)
  if (output !== '-') return
  if (isJson && !isInfo && !isDryRun)
    throw new MistakeError('-o - writes the clip to stdout, and --json the receipt. Leave one of them out.')
  if (subtitles?.as === 'file')
    throw new MistakeError('--subtitles file writes beside the clip, and -o - writes no file. Leave one of them out.')
}

/** Reads the parts of the video, which are given by times, by chapters, or by words of the captions. */
function readPlaces({ from = [], to = [], duration = [], chapter: chapters = [], words = [] }: Typed) {
  const counts = [from.length + to.length + duration.length, chapters.length, words.length].filter((count) => count > 0)
  if (counts.length > 1) throw new MistakeError('Use either times, or --chapter, or --words.')
  const isAnyEmpty = [...chapters, ...words].some((text) => text.trim() === '')
  if (isAnyEmpty) throw new MistakeError(`${words.length > 0 ? '--words' : '--chapter'} is empty.`)
  const isNamed = chapters.length + words.length > 0
  return { ranges: isNamed ? [] : readRanges(from, to, duration), chapters, words }
}

function readTracks(
  { subtitles: text, 'audio-track': track }: Typed,
  { format }: Form,
): Pick<CutArguments, 'subtitles' | 'audioTrack'> {
  if (track !== undefined && isSilent(format))
    throw new MistakeError(`${capital(withArticle(format))} is silent. Leave out --audio-track ${track}.`)
  const audioTrack = track ?? null
  if (text === undefined) return { subtitles: null, audioTrack }
  const [formName = '', ...idParts] = text.split(':')
  const as = SUBTITLE_FORMS.find((form) => form === formName)
  const captions = idParts.length > 0 ? idParts.join(':') : null
  if (!as || captions === '')
    throw new MistakeError(
      `--subtitles "${text}" is unknown. Use ${SUBTITLE_FORMS.join(', ')}, or track:en to choose captions.`,
    )
  requireFormat(`--subtitles ${as}`, SUBTITLED_FORMATS[as], format)
  return { subtitles: { as, captions }, audioTrack }
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function readRanges(from: readonly string[], to: readonly string[], duration: readonly string[]): RequestedRange[] {
  if (to.length > 0 && duration.length > 0) throw new MistakeError('Use either --to or --duration.')
  const count = Math.max(from.length, to.length, duration.length, 1)
  const endOption = duration.length > 0 ? '--duration' : '--to'
  if (count > 1 && from.length !== Math.max(to.length, duration.length)) {
    throw new MistakeError(`With several ranges, each needs its own --from and ${endOption}.`)
  }
  return Array.from({ length: count }, (_, index) => {
    const startTime = readTime('--from', from[index])
    if (duration.length > 0) return rangeWithDuration(startTime, duration[index]!)
    const range = { startTime, endTime: readTime('--to', to[index]) }
    if (range.startTime !== null && range.endTime !== null && range.endTime <= range.startTime) {
      throw new MistakeError(`--to ${to[index]} must be later than --from ${from[index]}.`)
    }
    return range
  })
}

function rangeWithDuration(startTime: number | null, text: string): RequestedRange {
  const seconds = readTime('--duration', text)!
  if (seconds === 0) throw new MistakeError(`--duration ${text} is no time at all.`)
  return { startTime, endTime: null, seconds }
}

function readTime(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const seconds = parseTimecode(text)
  if (seconds === null)
    throw new MistakeError(`${option} "${text}" is not a time. Use 83.5, 1:23.5, 1:02:03.5 or 1m23s.`)
  return seconds
}
