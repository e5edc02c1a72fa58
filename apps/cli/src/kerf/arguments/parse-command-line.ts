import { parseArgs } from 'node:util'

/** A usage error; the message is a sentence for the user. */
export class UsageError extends Error {}

const textOption = { type: 'string' } as const
const textListOption = { type: 'string', multiple: true } as const
const flagOption = { type: 'boolean', default: false } as const

const OPTION_DEFINITIONS = {
  from: { ...textListOption, short: 'f' },
  to: { ...textListOption, short: 't' },
  duration: { ...textListOption, short: 'd' },
  chapter: textListOption,
  words: textListOption,
  'audio-track': textOption,
  subtitles: textOption,
  quality: { ...textOption, short: 'q' },
  format: textOption,
  'max-size': textOption,
  crop: textOption,
  loudness: textOption,
  fade: textOption,
  'fade-video': textOption,
  'fade-audio': textOption,
  bitrate: textOption,
  width: textOption,
  fps: textOption,
  container: textOption,
  output: { ...textOption, short: 'o' },
  links: { ...textOption, short: 'a' },
  server: textOption,
  key: textOption,
  force: flagOption,
  info: flagOption,
  list: flagOption,
  'dry-run': flagOption,
  json: flagOption,
  help: { ...flagOption, short: 'h' },
  version: { ...flagOption, short: 'v' },
} as const

/** Options of yt-dlp, ffmpeg and other tools, each with the option of kerf that does the same. */
const OPTIONS_OF_OTHER_TOOLS: Readonly<Record<string, string>> = {
  start: '--from',
  s: '--from',
  end: '--to',
  'batch-file': '--links',
  'list-formats': '--info',
  F: '--info',
  'dump-json': '--info --json',
  j: '--info --json',
  simulate: '--dry-run',
  'extract-audio': '-q audio',
  x: '-q audio',
  'audio-format': '--format',
  'audio-quality': '--bitrate',
  resolution: '--quality',
  'limit-size': '--max-size',
  overwrite: '--force',
  y: '--force',
}

export type ParsedOptions = ReturnType<typeof parseWithNode>['values']

/** Splits the arguments into options and positionals. @throws UsageError */
export function parseCommandLine(words: readonly string[]): { values: ParsedOptions; positionals: string[] } {
  try {
    return parseWithNode(words)
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error
    throw new UsageError(toComplaint(error.message))
  }
}

/** Advice for an argument that looks like a file name but was read as options; empty if there is none. */
export function adviceFor(words: readonly string[]): string {
  const options = joinDashValues(words).join('\n').split('\n--\n')[0]!.split('\n')
  // `-oout.mp4` is an option with its value.
  const file = options.find((word) => DASH_FILE_PATTERN.test(word) && !/^-[oa]/.test(word))
  return file === undefined ? '' : ` Is ${file} a file? Use ./${file}.`
}

function parseWithNode(words: readonly string[]) {
  return parseArgs({ args: joinDashValues(words), options: OPTION_DEFINITIONS, allowPositionals: true })
}

/** File names that begin with a dash. They contain a dot, and no option does. */
const DASH_FILE_PATTERN = /^-[^-].*\.[a-z]\w*$/i
/** Options whose value may begin with a dash: a loudness or a file name. */
const DASH_VALUE_OPTIONS: Readonly<Record<string, { option: string; value: RegExp }>> = {
  '--loudness': { option: '--loudness', value: /^-\d/ },
  '--output': { option: '--output', value: DASH_FILE_PATTERN },
  '-o': { option: '--output', value: DASH_FILE_PATTERN },
  '--links': { option: '--links', value: DASH_FILE_PATTERN },
  '-a': { option: '--links', value: DASH_FILE_PATTERN },
}

/** Joins options and values that begin with a dash to `--option=value`, which Node's parser accepts. */
function joinDashValues(words: readonly string[]): string[] {
  const joinedWords: string[] = []
  for (const word of words) {
    const rule = DASH_VALUE_OPTIONS[joinedWords.at(-1) ?? '']
    if (rule?.value.test(word) && !joinedWords.includes('--')) {
      joinedWords[joinedWords.length - 1] = `${rule.option}=${word}`
    } else {
      joinedWords.push(word)
    }
  }
  return joinedWords
}

/**
 * Turns a message of Node's parser into a sentence. Removes its advice about dashes, and adds a suggestion for unknown
 * options.
 */
function toComplaint(message: string): string {
  const [firstLine = ''] = message.replace(/\. To specify.*$/s, '').split('\n')
  const unknownOption = /^Unknown option '-+(.+)'$/.exec(firstLine)?.[1]
  const suggestion = unknownOption === undefined ? null : suggestOption(unknownOption)
  const sentence = firstLine
    .replace('argument is ambiguous', 'needs a value that does not begin with a dash')
    .replace(/[^.?]$/, '$&.')
  return suggestion === null ? sentence : `${sentence} Did you mean ${suggestion}?`
}

/** Maximum edit distance between a mistyped option and the suggested one. */
const MAX_TYPING_ERRORS = 2
/** Minimum length of an incomplete option for a suggestion. */
const MIN_PREFIX_LENGTH = 3

function suggestOption(unknownOption: string): string | null {
  const kerfOption = Object.hasOwn(OPTIONS_OF_OTHER_TOOLS, unknownOption)
    ? OPTIONS_OF_OTHER_TOOLS[unknownOption]
    : undefined
  if (kerfOption || unknownOption.length < MIN_PREFIX_LENGTH) return kerfOption ?? null
  const rankedOptions = Object.keys(OPTION_DEFINITIONS)
    .map((name) => ({ name, distance: name.startsWith(unknownOption) ? 0 : editDistance(unknownOption, name) }))
    .sort((a, b) => a.distance - b.distance)
  const [nearestOption] = rankedOptions
  return nearestOption && nearestOption.distance <= MAX_TYPING_ERRORS ? `--${nearestOption.name}` : null
}

/** Levenshtein distance between two texts. */
function editDistance(a: string, b: string): number {
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, characterA] of [...a].entries()) {
    const nextRow = [i + 1]
    for (const [j, characterB] of [...b].entries())
      nextRow.push(
        Math.min(nextRow[j]! + 1, previousRow[j + 1]! + 1, previousRow[j]! + (characterA === characterB ? 0 : 1)),
      )
    previousRow = nextRow
  }
  return previousRow.at(-1)!
}
