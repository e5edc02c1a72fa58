import { parseArgs } from 'node:util'

/** What was typed makes no sense; the message says why. */
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

/** What yt-dlp, ffmpeg and others call it. */
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

/** Options and what is none, as they were typed. Throws a MistakeError. */
export function parseWords(words: readonly string[]): { values: Typed; positionals: string[] } {
  try {
    return parseTyped(words)
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error
    throw new MistakeError(complaintOf(error.message))
  }
}

/** A sentence about the name of a file that was read as options; empty without one. `-oout.mp4` is an option. */
export function adviceOn(words: readonly string[]): string {
  const options = withDashes(words).join('\n').split('\n--\n')[0]!.split('\n')
  const file = options.find((word) => FILE_WITH_A_DASH.test(word) && !/^-[oa]/.test(word))
  return file === undefined ? '' : ` Is ${file} a file? Use ./${file}.`
}

function parseTyped(words: readonly string[]) {
  return parseArgs({ args: withDashes(words), options: OPTIONS, allowPositionals: true })
}

/** What a value looks like that begins with a dash: every loudness does, and names of files may; no option has a dot. */
const FILE_WITH_A_DASH = /^-[^-].*\.[a-z]\w*$/i
const WITH_A_DASH: Readonly<Record<string, { option: string; value: RegExp }>> = {
  '--loudness': { option: '--loudness', value: /^-\d/ },
  '--output': { option: '--output', value: FILE_WITH_A_DASH },
  '-o': { option: '--output', value: FILE_WITH_A_DASH },
  '--links': { option: '--links', value: FILE_WITH_A_DASH },
  '-a': { option: '--links', value: FILE_WITH_A_DASH },
}

function withDashes(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = WITH_A_DASH[joined.at(-1) ?? '']
    if (before?.value.test(word) && !joined.includes('--')) joined[joined.length - 1] = `${before.option}=${word}`
    else joined.push(word)
  }
  return joined
}

/** Node appends advice about dashes, which only confuses, and sometimes no full stop. */
function complaintOf(message: string): string {
  const [said = ''] = message.replace(/\. To specify.*$/s, '').split('\n')
  const unknown = /^Unknown option '-+(.+)'$/.exec(said)?.[1]
  const meant = unknown === undefined ? null : meantBy(unknown)
  const sentence = said
    .replace('argument is ambiguous', 'needs a value that does not begin with a dash')
    .replace(/[^.?]$/, '$&.')
  return meant === null ? sentence : `${sentence} Did you mean ${meant}?`
}

/** Two characters off is a typing error; more is another word. */
const MOST_SLIPS = 2
const LEAST_BEGINNING = 3

function meantBy(unknown: string): string | null {
  const elsewhere = Object.hasOwn(NAMES_ELSEWHERE, unknown) ? NAMES_ELSEWHERE[unknown] : undefined
  if (elsewhere || unknown.length < LEAST_BEGINNING) return elsewhere ?? null
  const ranked = Object.keys(OPTIONS)
    .map((name) => ({ name, slips: name.startsWith(unknown) ? 0 : slipsBetween(unknown, name) }))
    .sort((one, other) => one.slips - other.slips)
  const [nearest] = ranked
  return nearest && nearest.slips <= MOST_SLIPS ? `--${nearest.name}` : null
}

/** The Levenshtein distance. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, character] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, its] of [...other].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (character === its ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
