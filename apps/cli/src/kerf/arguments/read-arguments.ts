import { SUBTITLE_KINDS, type SubtitleKind } from '@kerf/domain/captions/transcript'
import { isSilent } from '@kerf/domain/formats/clip-format'
import { SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { adviceFor, type ParsedOptions, parseCommandLine, UsageError } from './parse-command-line.ts'
import { type FitArguments, readFitArguments } from './read-fit.ts'
import { extensionOf, type OutputForm, readForm, readOutput, requireFormat, withArticle } from './read-form.ts'

/** A range in seconds. If a time is null, it is the time in the link, or the start or end of the video. */
interface RequestedRange {
  startTime: number | null
  endTime: number | null
  /** Duration, instead of an end. */
  seconds?: number
}

export interface CutArguments extends OutputForm {
  links: string[]
  /** A file with one link per line; `-`: stdin. */
  linksFile: string | null
  /** Ranges of the video; empty if chapters or words are given. */
  ranges: RequestedRange[]
  /** Titles or numbers of chapters. */
  chapters: string[]
  /** Phrases of the captions, each of which selects a range. */
  words: string[]
  /** Subtitles of the clip; `captions` is the id of captions, or null for the best ones. */
  subtitles: { as: SubtitleKind; captions: string | null } | null
  /** Id of the audio track; null: the original track. */
  audioTrack: string | null
  fit: FitArguments
  /** Path of the clip; `-` is stdout. If it is a folder or ends in a slash, the clip gets its default name. */
  outputPath: string
  /** Default name of the clip. */
  defaultName: string
  isJson: boolean
  isDryRun: boolean
  /** Whether to print the facts of the video and make no clip. */
  isInfo: boolean
  mayOverwrite: boolean
  /** Address of the server that cuts; null: KERF_SERVER, or this machine cuts. */
  server: string | null
  /** API key of the server; null: KERF_KEY. */
  key: string | null
}

/** A request for a single link. */
export interface LinkArguments extends CutArguments {
  link: string
  /** Position in a list of links, from 1; null if it is the only link. */
  listPosition: number | null
}

export type Arguments =
  | { kind: 'cut'; request: CutArguments }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'mistaken'; complaint: string }

/** Reads the arguments after `kerf`. A usage error is returned as a sentence that names the error. */
export function readArguments(words: readonly string[]): Arguments {
  try {
    return readCommand(words)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { kind: 'mistaken', complaint: error.message + adviceFor(words) }
  }
}

function readCommand(words: readonly string[]): Arguments {
  const { values, positionals } = parseCommandLine(words)
  const [command, ...links] = positionals
  if (values.help || command === 'help') return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (command === undefined) throw new UsageError('There is nothing to do. Use `kerf cut LINK` or `kerf serve`.')
  if (command !== 'cut')
    throw new UsageError(`There is no command "${command}". Use \`kerf cut LINK\` or \`kerf serve\`.`)
  const linksFile = values.links ?? null
  if (links.length === 0 && linksFile === null) throw new UsageError('There is no link or file to cut.')
  const form = readForm(values)
  const fit = readFitArguments(values, form.format)
  const request: CutArguments = {
    links,
    linksFile,
    ...readSelection(values),
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
  // Several clips need a folder.
  return { kind: 'cut', request: hasSeveralLinks(request) ? { ...request, outputPath: values.output ?? '.' } : request }
}

/** Whether the request has several links or a list, so that each clip gets its own name. */
export const hasSeveralLinks = ({ links, linksFile }: Pick<CutArguments, 'links' | 'linksFile'>): boolean =>
  linksFile !== null || links.length > 1

function refuseContradictions(request: CutArguments, output: string | undefined): void {
  const { isJson, isInfo, isDryRun, subtitles } = request
  if (isInfo && isDryRun) throw new UsageError('Use either --info or --dry-run.')
  if (hasSeveralLinks(request) && (output === '-' || extensionOf(output) !== null))
    throw new UsageError(`-o ${output} is for one clip, but there are several links. Use a folder.`)
  if (output !== '-') return
  if (isJson && !isInfo && !isDryRun)
    throw new UsageError('-o - writes the clip to stdout, and --json the receipt. Leave one of them out.')
  if (subtitles?.as === 'file')
    throw new UsageError('--subtitles file writes beside the clip, and -o - writes no file. Leave one of them out.')
}

/** Reads the selected ranges of the video, which are given by times, chapters, or words of the captions. */
function readSelection({ from = [], to = [], duration = [], chapter: chapters = [], words = [] }: ParsedOptions) {
  const counts = [from.length + to.length + duration.length, chapters.length, words.length].filter((count) => count > 0)
  if (counts.length > 1) throw new UsageError('Use either times, or --chapter, or --words.')
  const isAnyEmpty = [...chapters, ...words].some((text) => text.trim() === '')
  if (isAnyEmpty) throw new UsageError(`${words.length > 0 ? '--words' : '--chapter'} is empty.`)
  const hasNames = chapters.length + words.length > 0
  return { ranges: hasNames ? [] : readRanges(from, to, duration), chapters, words }
}

function readTracks(
  { subtitles: text, 'audio-track': trackId }: ParsedOptions,
  { format }: OutputForm,
): Pick<CutArguments, 'subtitles' | 'audioTrack'> {
  if (trackId !== undefined && isSilent(format))
    throw new UsageError(`${capitalize(withArticle(format))} is silent. Leave out --audio-track ${trackId}.`)
  const audioTrack = trackId ?? null
  if (text === undefined) return { subtitles: null, audioTrack }
  const [formName = '', ...idParts] = text.split(':')
  const as = SUBTITLE_KINDS.find((form) => form === formName)
  const captions = idParts.length > 0 ? idParts.join(':') : null
  if (!as || captions === '')
    throw new UsageError(
      `--subtitles "${text}" is unknown. Use ${SUBTITLE_KINDS.join(', ')}, or track:en to choose captions.`,
    )
  requireFormat(`--subtitles ${as}`, SUBTITLED_FORMATS[as], format)
  return { subtitles: { as, captions }, audioTrack }
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function readRanges(from: readonly string[], to: readonly string[], duration: readonly string[]): RequestedRange[] {
  if (to.length > 0 && duration.length > 0) throw new UsageError('Use either --to or --duration.')
  const count = Math.max(from.length, to.length, duration.length, 1)
  const endOption = duration.length > 0 ? '--duration' : '--to'
  if (count > 1 && from.length !== Math.max(to.length, duration.length)) {
    throw new UsageError(`With several ranges, each needs its own --from and ${endOption}.`)
  }
  return Array.from({ length: count }, (_, index) => {
    const startTime = readTime('--from', from[index])
    if (duration.length > 0) return rangeWithDuration(startTime, duration[index]!)
    const range = { startTime, endTime: readTime('--to', to[index]) }
    if (range.startTime !== null && range.endTime !== null && range.endTime <= range.startTime) {
      throw new UsageError(`--to ${to[index]} must be later than --from ${from[index]}.`)
    }
    return range
  })
}

function rangeWithDuration(startTime: number | null, text: string): RequestedRange {
  const seconds = readTime('--duration', text)!
  if (seconds === 0) throw new UsageError(`--duration ${text} is no time at all.`)
  return { startTime, endTime: null, seconds }
}

function readTime(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const seconds = parseTimecode(text)
  if (seconds === null) throw new UsageError(`${option} "${text}" is not a time. Use 83.5, 1:23.5, 1:02:03.5 or 1m23s.`)
  return seconds
}
