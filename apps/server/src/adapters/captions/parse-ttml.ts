import {
  type CueLine,
  decodeReferences,
  finishedCues,
  MAX_CUES,
  MAX_LINES_OF_CUE,
  type RawCue,
} from '@kerf/domain/captions/cue-text'
import type { Cue } from '@kerf/domain/captions/transcript'

const MAX_NESTING_DEPTH = 64
const MAX_TAG_CHARACTERS = 8_192

interface Clock {
  framesPerSecond: number
  ticksPerSecond: number
}

/** An open element of the document, with its time range in seconds. */
interface OpenElement {
  name: string
  startTime: number
  /** Infinity: the element has no end of its own and none of its parents has one. */
  endTime: number
}

/**
 * Parses captions in TTML: paragraphs with `begin` and `end` or `dur`, also in timed divisions. Spans with a `begin`
 * are words. Returns null for other text.
 */
export function parseTtml(text: string): Cue[] | null {
  const rawCues: RawCue[] = []
  const openElements: OpenElement[] = []
  let clock: Clock | null = null
  let cue: (RawCue & { lines: Required<CueLine>[]; hasWordTimes: boolean }) | null = null
  for (const { name, attributes, kind, text: content } of tokensOf(text)) {
    if (kind === 'text') {
      if (cue) addText(cue, content, openElements.at(-1)!)
      continue
    }
    if (!clock) {
      if (name !== 'tt') return null
      clock = parseClock(attributes)
    }
    if (kind === 'close') {
      const index = openElements.findLastIndex((element) => element.name === name)
      if (index >= 0) openElements.length = index
      // A paragraph that is not closed ends with its parent.
      if (name === 'p' || !openElements.some((element) => element.name === 'p')) cue = null
      continue
    }
    if (name === 'br') {
      if (cue && cue.lines.length < MAX_LINES_OF_CUE) cue.lines.push({ text: '', words: [] })
      continue
    }
    if (kind === 'empty' || openElements.length >= MAX_NESTING_DEPTH) continue
    if (rawCues.length >= 2 * MAX_CUES) break
    const element = toOpenElement(name, attributes, openElements.at(-1), clock)
    openElements.push(element)
    if (name === 'p') {
      cue = { ...element, lines: [{ text: '', words: [] }], hasWordTimes: false }
      rawCues.push(cue)
    } else if (cue && element.startTime > cue.startTime) {
      // Some files give times to spans only.
      if (!Number.isFinite(cue.endTime)) cue.endTime = element.endTime
      cue.hasWordTimes = true
    }
  }
  return clock && finishedCues(rawCues.map(withWordsIfTimed))
}

function withWordsIfTimed(cue: RawCue & { hasWordTimes?: boolean }): RawCue {
  const { startTime, endTime, lines, hasWordTimes } = cue
  return { startTime, endTime, lines: hasWordTimes ? lines : lines.map(({ text }) => ({ text })) }
}

function addText(cue: { lines: Required<CueLine>[] }, content: string, { startTime }: OpenElement): void {
  const line = cue.lines.at(-1)!
  const text = decodeReferences(content).replace(/\s+/g, ' ')
  line.text += text
  const lastWord = line.words.at(-1)
  if (lastWord?.startTime === startTime) lastWord.text += text
  else if (text.trim() !== '') line.words.push({ startTime, text })
}

/** The element of an opening tag. The times in its attributes count from the start of its parent. */
function toOpenElement(name: string, attributes: string, parent: OpenElement | undefined, clock: Clock): OpenElement {
  const parentStart = parent?.startTime ?? 0
  const begin = parseTime(readAttribute(attributes, 'begin'), clock)
  const end = parseTime(readAttribute(attributes, 'end'), clock)
  const duration = parseTime(readAttribute(attributes, 'dur'), clock)
  const startTime = parentStart + (begin ?? 0)
  const possibleEnds = [
    end === null ? null : parentStart + end,
    duration === null ? null : startTime + duration,
    parent?.endTime ?? null,
  ].filter((time) => time !== null)
  return { name, startTime, endTime: Math.min(Number.POSITIVE_INFINITY, ...possibleEnds) }
}

function parseClock(attributes: string): Clock {
  const [numerator = 1, denominator = 1] = (readAttribute(attributes, 'frameRateMultiplier') ?? '')
    .split(/[\s:]+/)
    .map(Number)
  const multiplier = numerator > 0 && denominator > 0 ? numerator / denominator : 1
  const frameRate = Number(readAttribute(attributes, 'frameRate'))
  const framesPerSecond = (frameRate > 0 ? frameRate : 30) * multiplier
  const tickRate = Number(readAttribute(attributes, 'tickRate'))
  return { framesPerSecond, ticksPerSecond: tickRate > 0 ? tickRate : frameRate > 0 ? framesPerSecond : 1 }
}

const CLOCK_TIME_PATTERN = /^(\d{1,5}):(\d{1,2}):(\d{1,2})(?:(\.\d{1,9})|:(\d{1,4})(?:\.\d+)?)?$/
const OFFSET_TIME_PATTERN = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/

/** Reads a time in seconds, rounded to the microsecond; null if the attribute is no time. */
function parseTime(attribute: string | null, clock: Clock): number | null {
  const text = attribute?.trim() ?? ''
  const [, hours, minutes, seconds, fraction, frames] = CLOCK_TIME_PATTERN.exec(text) ?? []
  if (hours !== undefined) {
    const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return roundToMicrosecond(wholeSeconds + Number(fraction ?? 0) + Number(frames ?? 0) / clock.framesPerSecond)
  }
  const [, count, unit] = OFFSET_TIME_PATTERN.exec(text) ?? []
  if (count === undefined) return null
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / clock.framesPerSecond, t: 1 / clock.ticksPerSecond }
  return roundToMicrosecond(Number(count) * units[unit as keyof typeof units])
}

const roundToMicrosecond = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/** Value of the attribute with this local name, whatever its prefix; null if there is none. */
function readAttribute(attributes: string, name: string): string | null {
  for (const [, fullName, doubleQuoted, singleQuoted] of attributes.matchAll(ATTRIBUTE_PATTERN))
    if (fullName!.slice(fullName!.indexOf(':') + 1) === name) return doubleQuoted ?? singleQuoted ?? ''
  return null
}

/** The lookbehind starts a match only at the beginning of a name. Without it, a long name takes quadratic time. */
const ATTRIBUTE_PATTERN = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

type Token =
  | { kind: 'open' | 'close' | 'empty'; name: string; attributes: string; text: '' }
  | { kind: 'text'; name: ''; attributes: ''; text: string }

const textToken = (text: string): Token => ({ kind: 'text', name: '', attributes: '', text })

/** Tags and texts of a document in one pass. Declarations are skipped, so there are no entities. */
function* tokensOf(text: string): Generator<Token> {
  let at = 0
  while (at < text.length) {
    const begin = text.indexOf('<', at)
    if (begin < 0) return yield textToken(text.slice(at))
    if (begin > at) yield textToken(text.slice(at, begin))
    if (text.startsWith('<![CDATA[', begin)) {
      const end = text.indexOf(']]>', begin)
      if (end < 0) return
      yield textToken(text.slice(begin + 9, end).replaceAll('&', '&amp;'))
      at = end + 3
      continue
    }
    const closing = text.startsWith('<!--', begin) ? '-->' : '>'
    const end = text.indexOf(closing, begin)
    if (end < 0) return
    at = end + closing.length
    const tag = text.slice(begin + 1, Math.min(end, begin + MAX_TAG_CHARACTERS))
    if (!tag.startsWith('!') && !tag.startsWith('?')) yield parseTag(tag)
  }
}

function parseTag(tag: string): Token {
  const [, slash, fullName = ''] = /^(\/?)\s*([\w:.-]*)/.exec(tag)!
  const name = fullName.slice(fullName.indexOf(':') + 1)
  if (slash) return { kind: 'close', name, attributes: '', text: '' }
  return { kind: tag.endsWith('/') ? 'empty' : 'open', name, attributes: tag.slice(fullName.length), text: '' }
}
