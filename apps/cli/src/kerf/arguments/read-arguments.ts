import { SUBTITLE_FORMS, type SubtitleForm } from '@kerf/domain/captions/transcript'
import { isSilent } from '@kerf/domain/formats/clip-format'
import { SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { adviceOn, MistakeError, parseWords, type Typed } from './parse-words.ts'
import { type Fit, readFit } from './read-fit.ts'
import { endingOf, type Form, named, readForm, readOutput, requireFormat } from './read-form.ts'

/** null: where the link says, or else the video, begins or ends. */
interface AskedRange {
  startTime: number | null
  endTime: number | null
  /** Instead of an end. */
  seconds?: number
}

export interface CutRequest extends Form {
  links: string[]
  /** A file with one link per line; `-`: stdin. */
  linksFile: string | null
  /** None where chapters or words are named. */
  ranges: AskedRange[]
  /** Titles or numbers. */
  chapters: string[]
  /** What is said in each range. */
  words: string[]
  /** `captions` null: the best there are. */
  subtitles: { as: SubtitleForm; captions: string | null } | null
  /** null: the original. */
  audioTrack: string | null
  fit: Fit
  /** `-`: stdout. A folder, or a path that ends in a slash: under its usual name in there. */
  outputPath: string
  /** What the clip is called unless somebody says. */
  usualName: string
  isJson: boolean
  isDryRun: boolean
  /** What the video is and what there is to choose from, and no clip. */
  isInfo: boolean
  mayOverwrite: boolean
  /** Where it is cut; null: KERF_SERVER, or else here. */
  server: string | null
  /** null: KERF_KEY. */
  key: string | null
}

/** A request for one of its links. */
export interface LinkRequest extends CutRequest {
  link: string
  /** Its place in a list of links, from 1; null: it is the only one. */
  place: number | null
}

export type Arguments =
  | { kind: 'cut'; request: CutRequest }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'mistaken'; complaint: string }

/** Reads what was typed after `kerf`. Mistakes are values, each a sentence that names what was wrong. */
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
  if (command === undefined) throw new MistakeError('There is nothing to do. Use `kerf cut LINK`.')
  if (command !== 'cut') throw new MistakeError(`There is no command "${command}". Use \`kerf cut LINK\`.`)
  const linksFile = values.links ?? null
  if (links.length === 0 && linksFile === null) throw new MistakeError('There is no link or file to cut.')
  const form = readForm(values)
  const fit = readFit(values, form.format)
  const request: CutRequest = {
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
  // A file cannot have them all.
  return { kind: 'cut', request: isOfSeveral(request) ? { ...request, outputPath: values.output ?? '.' } : request }
}

/** Whether clips of several links are made: each has a name of its own then. */
export const isOfSeveral = ({ links, linksFile }: Pick<CutRequest, 'links' | 'linksFile'>): boolean =>
  linksFile !== null || links.length > 1

function refuseContradictions(request: CutRequest, output: string | undefined): void {
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

/** What of the video is meant: by times, by chapters, or by what is said there. */
function readPlaces({ from = [], to = [], duration = [], chapter: chapters = [], words = [] }: Typed) {
  const ways = [from.length + to.length + duration.length, chapters.length, words.length].filter((named) => named > 0)
  if (ways.length > 1) throw new MistakeError('Use either times, or --chapter, or --words.')
  const empty = [...chapters, ...words].some((text) => text.trim() === '')
  if (empty) throw new MistakeError(`${words.length > 0 ? '--words' : '--chapter'} is empty.`)
  const isNamed = chapters.length + words.length > 0
  return { ranges: isNamed ? [] : readRanges(from, to, duration), chapters, words }
}

function readTracks(
  { subtitles: text, 'audio-track': track }: Typed,
  { format }: Form,
): Pick<CutRequest, 'subtitles' | 'audioTrack'> {
  if (track !== undefined && isSilent(format))
    throw new MistakeError(`${capital(named(format))} is silent. Leave out --audio-track ${track}.`)
  const audioTrack = track ?? null
  if (text === undefined) return { subtitles: null, audioTrack }
  const [how = '', ...rest] = text.split(':')
  const as = SUBTITLE_FORMS.find((form) => form === how)
  const captions = rest.length > 0 ? rest.join(':') : null
  if (!as || captions === '')
    throw new MistakeError(
      `--subtitles "${text}" is unknown. Use ${SUBTITLE_FORMS.join(', ')}, or track:en to choose captions.`,
    )
  requireFormat(`--subtitles ${as}`, SUBTITLED_FORMATS[as], format)
  return { subtitles: { as, captions }, audioTrack }
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function readRanges(from: readonly string[], to: readonly string[], duration: readonly string[]): AskedRange[] {
  if (to.length > 0 && duration.length > 0) throw new MistakeError('Use either --to or --duration.')
  const several = Math.max(from.length, to.length, duration.length, 1)
  const end = duration.length > 0 ? '--duration' : '--to'
  if (several > 1 && from.length !== Math.max(to.length, duration.length)) {
    throw new MistakeError(`With several ranges, each needs its own --from and ${end}.`)
  }
  return Array.from({ length: several }, (_, index) => {
    const startTime = readTime('--from', from[index])
    if (duration.length > 0) return lasting(startTime, duration[index]!)
    const range = { startTime, endTime: readTime('--to', to[index]) }
    if (range.startTime !== null && range.endTime !== null && range.endTime <= range.startTime) {
      throw new MistakeError(`--to ${to[index]} must be later than --from ${from[index]}.`)
    }
    return range
  })
}

function lasting(startTime: number | null, text: string): AskedRange {
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
