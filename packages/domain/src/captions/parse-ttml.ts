import { type CueLine, finishedCues, MOST_CUES, MOST_LINES_OF_CUE, type RawCue, withoutReferences } from './cue-text.ts'
import type { Cue } from './transcript.ts'

const MOST_DEPTH = 64
const LONGEST_TAG = 8_192

interface Clock {
  framesPerSecond: number
  ticksPerSecond: number
}

/** A part of the document, and when it is shown. */
interface Open {
  name: string
  startTime: number
  /** Infinity: as long as what it is in. */
  endTime: number
}

/** Captions in TTML: paragraphs with `begin` and `end` or `dur`, also within timed divisions; spans with a `begin` are words. null for what is none. */
export function parseTtml(text: string): Cue[] | null {
  const raw: RawCue[] = []
  const open: Open[] = []
  let clock: Clock | null = null
  let cue: (RawCue & { lines: Required<CueLine>[]; hasWordTimes: boolean }) | null = null
  for (const { name, attributes, kind, text: said } of tokens(text)) {
    if (kind === 'text') {
      if (cue) addText(cue, said, open.at(-1)!)
      continue
    }
    if (!clock) {
      if (name !== 'tt') return null
      clock = clockOf(attributes)
    }
    if (kind === 'close') {
      const index = open.findLastIndex((part) => part.name === name)
      if (index >= 0) open.length = index
      // With what it is in, a paragraph ends that nothing closes.
      if (name === 'p' || !open.some((part) => part.name === 'p')) cue = null
      continue
    }
    if (name === 'br') {
      if (cue && cue.lines.length < MOST_LINES_OF_CUE) cue.lines.push({ text: '', words: [] })
      continue
    }
    if (kind === 'empty' || open.length >= MOST_DEPTH) continue
    if (raw.length >= 2 * MOST_CUES) break
    const part = partOf(name, attributes, open.at(-1), clock)
    open.push(part)
    if (name === 'p') {
      cue = { ...part, lines: [{ text: '', words: [] }], hasWordTimes: false }
      raw.push(cue)
    } else if (cue && part.startTime > cue.startTime) {
      // Spans may carry all the time there is.
      if (!Number.isFinite(cue.endTime)) cue.endTime = part.endTime
      cue.hasWordTimes = true
    }
  }
  return clock && finishedCues(raw.map(withKnownWords))
}

function withKnownWords(cue: RawCue & { hasWordTimes?: boolean }): RawCue {
  const { startTime, endTime, lines, hasWordTimes } = cue
  return { startTime, endTime, lines: hasWordTimes ? lines : lines.map(({ text }) => ({ text })) }
}

function addText(cue: { lines: Required<CueLine>[] }, said: string, { startTime }: Open): void {
  const line = cue.lines.at(-1)!
  const text = withoutReferences(said).replace(/\s+/g, ' ')
  line.text += text
  const last = line.words.at(-1)
  if (last?.startTime === startTime) last.text += text
  else if (text.trim() !== '') line.words.push({ startTime, text })
}

/** Times of a part count from the beginning of what it is in. */
function partOf(name: string, attributes: string, within: Open | undefined, clock: Clock): Open {
  const from = within?.startTime ?? 0
  const begin = timeOf(attributeOf(attributes, 'begin'), clock)
  const end = timeOf(attributeOf(attributes, 'end'), clock)
  const lasts = timeOf(attributeOf(attributes, 'dur'), clock)
  const startTime = from + (begin ?? 0)
  const ends = [
    end === null ? null : from + end,
    lasts === null ? null : startTime + lasts,
    within?.endTime ?? null,
  ].filter((time) => time !== null)
  return { name, startTime, endTime: Math.min(Number.POSITIVE_INFINITY, ...ends) }
}

function clockOf(attributes: string): Clock {
  const [over = 1, under = 1] = (attributeOf(attributes, 'frameRateMultiplier') ?? '').split(/[\s:]+/).map(Number)
  const multiplier = over > 0 && under > 0 ? over / under : 1
  const frameRate = Number(attributeOf(attributes, 'frameRate'))
  const framesPerSecond = (frameRate > 0 ? frameRate : 30) * multiplier
  const tickRate = Number(attributeOf(attributes, 'tickRate'))
  return { framesPerSecond, ticksPerSecond: tickRate > 0 ? tickRate : frameRate > 0 ? framesPerSecond : 1 }
}

const CLOCK_TIME = /^(\d{1,5}):(\d{1,2}):(\d{1,2})(?:(\.\d{1,9})|:(\d{1,4})(?:\.\d+)?)?$/
const OFFSET_TIME = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/

/** Seconds, to the microsecond. */
function timeOf(written: string | null, clock: Clock): number | null {
  const text = written?.trim() ?? ''
  const [, hours, minutes, seconds, fraction, frames] = CLOCK_TIME.exec(text) ?? []
  if (hours !== undefined) {
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return rounded(whole + Number(fraction ?? 0) + Number(frames ?? 0) / clock.framesPerSecond)
  }
  const [, count, unit] = OFFSET_TIME.exec(text) ?? []
  if (count === undefined) return null
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / clock.framesPerSecond, t: 1 / clock.ticksPerSecond }
  return rounded(Number(count) * units[unit as keyof typeof units])
}

const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/** By its name without a prefix. */
function attributeOf(attributes: string, name: string): string | null {
  for (const [, found, double, single] of attributes.matchAll(ATTRIBUTE))
    if (found!.slice(found!.indexOf(':') + 1) === name) return double ?? single ?? ''
  return null
}

/** From the beginning of a name only: tried from each of its letters, a long one without a value takes the square of its length. */
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

type Token =
  | { kind: 'open' | 'close' | 'empty'; name: string; attributes: string; text: '' }
  | { kind: 'text'; name: ''; attributes: ''; text: string }

const asText = (text: string): Token => ({ kind: 'text', name: '', attributes: '', text })

/** The tags and texts of a document, in one pass. Declarations are skipped: there are no entities and no other documents. */
function* tokens(text: string): Generator<Token> {
  let at = 0
  while (at < text.length) {
    const begin = text.indexOf('<', at)
    if (begin < 0) return yield asText(text.slice(at))
    if (begin > at) yield asText(text.slice(at, begin))
    if (text.startsWith('<![CDATA[', begin)) {
      const end = text.indexOf(']]>', begin)
      if (end < 0) return
      yield asText(text.slice(begin + 9, end).replaceAll('&', '&amp;'))
      at = end + 3
      continue
    }
    const close = text.startsWith('<!--', begin) ? '-->' : '>'
    const end = text.indexOf(close, begin)
    if (end < 0) return
    at = end + close.length
    const tag = text.slice(begin + 1, Math.min(end, begin + LONGEST_TAG))
    if (!tag.startsWith('!') && !tag.startsWith('?')) yield tagIn(tag)
  }
}

function tagIn(tag: string): Token {
  const [, slash, full = ''] = /^(\/?)\s*([\w:.-]*)/.exec(tag)!
  const name = full.slice(full.indexOf(':') + 1)
  if (slash) return { kind: 'close', name, attributes: '', text: '' }
  return { kind: tag.endsWith('/') ? 'empty' : 'open', name, attributes: tag.slice(full.length), text: '' }
}
