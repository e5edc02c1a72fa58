import { parseArgs } from 'node:util'

/** A usage error; the message is a sentence for the user. */
export class MistakeError extends Error {}

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean', default: false } as const

const OPTIONS = {
  from: { ...texts, short: 'f' },
  to: { ...texts, short: 't' },
  duration: { ...texts, short: 'd' },
  chapter: texts,
  words: texts,
  'audio-track': text,
  subtitles: text,
  quality: { ...text, short: 'q' },
  format: text,
  'max-size': text,
  crop: text,
  loudness: text,
  fade: text,
  'fade-video': text,
  'fade-audio': text,
  bitrate: text,
  width: text,
  fps: text,
  container: text,
  output: { ...text, short: 'o' },
  links: { ...text, short: 'a' },
  server: text,
  key: text,
  force: flag,
  info: flag,
  list: flag,
  'dry-run': flag,
  json: flag,
  help: { ...flag, short: 'h' },
  version: { ...flag, short: 'v' },
} as const

/** Names of the same options in yt-dlp, ffmpeg and other tools. */
const NAMES_ELSEWHERE: Readonly<Record<string, string>> = {
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

export type Typed = ReturnType<typeof parseTyped>['values']

/** Splits the arguments into options and positionals. @throws MistakeError */
export function parseWords(words: readonly string[]): { values: Typed; positionals: string[] } {
  try {
    return parseTyped(words)
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error
    throw new MistakeError(complaintOf(error.message))
  }
}

/** Advice for an argument that looks like a file name but was read as options; empty if there is none. */
export function adviceOn(words: readonly string[]): string {
  const options = withDashes(words).join('\n').split('\n--\n')[0]!.split('\n')
  // `-oout.mp4` is an option with its value.
  const file = options.find((word) => FILE_WITH_A_DASH.test(word) && !/^-[oa]/.test(word))
  return file === undefined ? '' : ` Is ${file} a file? Use ./${file}.`
}

function parseTyped(words: readonly string[]) {
  return parseArgs({ args: withDashes(words), options: OPTIONS, allowPositionals: true })
}

/** File names that begin with a dash. They contain a dot, as no option does. */
const FILE_WITH_A_DASH = /^-[^-].*\.[a-z]\w*$/i
/** Options whose value may begin with a dash: every loudness does, and file names may. */
const WITH_A_DASH: Readonly<Record<string, { option: string; value: RegExp }>> = {
  '--loudness': { option: '--loudness', value: /^-\d/ },
  '--output': { option: '--output', value: FILE_WITH_A_DASH },
  '-o': { option: '--output', value: FILE_WITH_A_DASH },
  '--links': { option: '--links', value: FILE_WITH_A_DASH },
  '-a': { option: '--links', value: FILE_WITH_A_DASH },
}

/** Joins such an option and its value to `--option=value`, which Node's parser accepts. */
function withDashes(words: readonly string[]): string[] {
  const joinedWords: string[] = []
  for (const word of words) {
    const rule = WITH_A_DASH[joinedWords.at(-1) ?? '']
    if (rule?.value.test(word) && !joinedWords.includes('--')) {
      joinedWords[joinedWords.length - 1] = `${rule.option}=${word}`
    } else {
      joinedWords.push(word)
    }
  }
  return joinedWords
}

/**
 * Turns a message of Node's parser into a sentence, without its advice about dashes, and with the option probably
 * meant.
 */
function complaintOf(message: string): string {
  const [firstLine = ''] = message.replace(/\. To specify.*$/s, '').split('\n')
  const unknownOption = /^Unknown option '-+(.+)'$/.exec(firstLine)?.[1]
  const suggestion = unknownOption === undefined ? null : suggestOption(unknownOption)
  const sentence = firstLine
    .replace('argument is ambiguous', 'needs a value that does not begin with a dash')
    .replace(/[^.?]$/, '$&.')
  return suggestion === null ? sentence : `${sentence} Did you mean ${suggestion}?`
}

/** Largest edit distance of a typing error. */
const MOST_SLIPS = 2
/** Shortest beginning of an option that is recognised. */
const LEAST_BEGINNING = 3

function suggestOption(unknownOption: string): string | null {
  const optionHere = Object.hasOwn(NAMES_ELSEWHERE, unknownOption) ? NAMES_ELSEWHERE[unknownOption] : undefined
  if (optionHere || unknownOption.length < LEAST_BEGINNING) return optionHere ?? null
  const rankedOptions = Object.keys(OPTIONS)
    .map((name) => ({ name, slips: name.startsWith(unknownOption) ? 0 : slipsBetween(unknownOption, name) }))
    .sort((a, b) => a.slips - b.slips)
  const [nearest] = rankedOptions
  return nearest && nearest.slips <= MOST_SLIPS ? `--${nearest.name}` : null
}

/** The Levenshtein distance. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, characterA] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, characterB] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (characterA === characterB ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
