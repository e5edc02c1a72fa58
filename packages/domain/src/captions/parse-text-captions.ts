import {
  type CueLine,
  finishedCues,
  LONGEST_RAW_CUE,
  linesOf,
  MOST_CUES,
  MOST_LINES_OF_CUE,
  type RawCue,
  withoutReferences,
} from './cue-text.ts'
import { areRolling, toSentences, withoutRepeats } from './rolling.ts'
import type { Cue, CueWord } from './transcript.ts'

export interface WebVtt {
  cues: Cue[]
  /** `X-TIMESTAMP-MAP` of a segment: `localSeconds` of its cues is `mpegtsSeconds` of the media's own clock. */
  timestampMap: { localSeconds: number; mpegtsSeconds: number } | null
}

/** Rolling captions have two cues for each line. */
const MOST_RAW_CUES = 3 * MOST_CUES
const TIME = '(?:(\\d{1,4}):)?(\\d{1,2}):(\\d{1,2})(?:[.,](\\d{1,6}))?'
const TIMING = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s|$)`)
const LINE_END = /\r\n|\r|\n/
const VTT_START = /^\ufeff?WEBVTT(?=[ \t\r\n]|$)/
const MPEGTS_HERTZ = 90_000

export const isWebVtt = (text: string): boolean => VTT_START.test(text)

/** Captions in WebVTT. Rolling ones become one cue a sentence. null for what is none. */
export function parseWebVtt(text: string): WebVtt | null {
  if (!isWebVtt(text)) return null
  const raw: RawCue[] = []
  const lines = text.split(LINE_END)
  let timestampMap: WebVtt['timestampMap'] = null
  for (let at = 0; at < lines.length && raw.length < MOST_RAW_CUES; at += 1) {
    const line = lines[at]!
    if (line.startsWith('X-TIMESTAMP-MAP=')) timestampMap ??= timestampMapOf(line)
    const timing = timingOf(line)
    if (!timing) {
      // Comments and styles may contain anything, up to an empty line.
      if (/^(NOTE|STYLE|REGION)(\s|$)/.test(line)) while (at + 1 < lines.length && lines[at + 1] !== '') at += 1
      continue
    }
    const shown = linesUntil(lines, at + 1, (line) => line === '' || timingOf(line) !== null)
    at += shown.length
    raw.push({ ...timing, lines: markedLines(shown.join('\n'), timing.startTime) })
  }
  return { cues: withoutRolling(raw), timestampMap }
}

/** Captions in SubRip. null for what is none. */
export function parseSubRip(text: string): Cue[] | null {
  const raw: RawCue[] = []
  const lines = text.replace(/^\ufeff/, '').split(LINE_END)
  for (let at = 0; at < lines.length && raw.length < MOST_RAW_CUES; at += 1) {
    const timing = timingOf(lines[at]!)
    if (!timing) {
      // Some number is before the first one.
      if (raw.length === 0 && !isNumber(lines[at]!, 0)) return null
      continue
    }
    const shown = linesUntil(lines, at + 1, (line) => timingOf(line) !== null)
    at += shown.length
    // The number of the next one.
    if (at + 1 < lines.length && isNumber(shown.at(-1) ?? '', 1)) shown.pop()
    raw.push({ ...timing, lines: linesOf(withoutSubRipMarkup(shown.join('\n'))) })
  }
  return raw.length === 0 ? null : withoutRolling(raw)
}

/** Trimmed first: a pattern that tries both sides of nothing takes forever over a line of spaces. */
function isNumber(line: string, fewestDigits: number): boolean {
  const digits = line.trim()
  return digits.length >= fewestDigits && /^\d*$/.test(digits)
}

function linesUntil(lines: readonly string[], from: number, isEnd: (line: string) => boolean): string[] {
  let end = from
  while (end < lines.length && !isEnd(lines[end]!)) end += 1
  return lines.slice(from, end)
}

function withoutRolling(raw: readonly RawCue[]): Cue[] {
  const ordered = raw.filter(({ lines }) => lines.some(({ text }) => text.trim() !== ''))
  if (!areRolling(ordered)) return finishedCues(raw)
  const cues = finishedCues(withoutRepeats(ordered))
  // Only words with times can be put together without making up when they are said.
  return cues.some(({ words }) => words) ? toSentences(cues) : cues
}

function timingOf(line: string): { startTime: number; endTime: number } | null {
  if (!line.includes('-->')) return null
  const found = TIMING.exec(line.slice(0, 200))
  return found && { startTime: secondsOf(found.slice(1, 5)), endTime: secondsOf(found.slice(5, 9)) }
}

function secondsOf([hours = '0', minutes, seconds, fraction = '']: (string | undefined)[]): number {
  const thousandths = Number(fraction.padEnd(3, '0').slice(0, 3))
  // In whole thousandths: sums of fractions would be off by a little.
  return ((Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + thousandths) / 1000
}

function timestampMapOf(line: string): WebVtt['timestampMap'] {
  const mpegts = /MPEGTS:(\d{1,12})/.exec(line)
  const local = new RegExp(`LOCAL:${TIME}`).exec(line)
  if (!mpegts || !local) return null
  return { localSeconds: secondsOf(local.slice(1, 5)), mpegtsSeconds: Number(mpegts[1]) / MPEGTS_HERTZ }
}

const TAG = /<([^<>]*)>/g
const TIME_TAG = new RegExp(`^${TIME}$`)

/** The lines of a cue in WebVTT, with times of words where it has any. Readings above characters are left out. */
function markedLines(marked: string, startTime: number): CueLine[] {
  const text = marked.slice(0, LONGEST_RAW_CUE)
  const lines: Required<CueLine>[] = [{ text: '', words: [] }]
  let isTimed = false
  let isReading = false
  let said = startTime
  let at = 0
  const add = (piece: string): void => {
    if (piece === '' || isReading) return
    for (const [index, part] of withoutReferences(piece).split('\n').entries()) {
      if (index > 0 && lines.length >= MOST_LINES_OF_CUE) return
      if (index > 0) lines.push({ text: '', words: [] })
      const line = lines.at(-1)!
      line.text += part
      addPart(line.words, said, part)
    }
  }
  for (const tag of text.matchAll(TAG)) {
    add(text.slice(at, tag.index))
    at = tag.index + tag[0].length
    const time = TIME_TAG.exec(tag[1]!)
    if (time) {
      isTimed = true
      said = secondsOf(time.slice(1, 5))
    } else if (/^rt(?:[.\s]|$)/.test(tag[1]!)) isReading = true
    else if (/^\/(?:rt|ruby)$/.test(tag[1]!)) isReading = false
  }
  add(text.slice(at))
  return isTimed ? lines : lines.map((line) => ({ text: line.text }))
}

/** Parts with the same time are one word, even if markup divides them. */
function addPart(words: CueWord[], startTime: number, part: string): void {
  const last = words.at(-1)
  if (last?.startTime === startTime) last.text += part
  else if (part.trim() !== '') words.push({ startTime, text: part })
}

const SUBRIP_TAG = /<\/?(?:b|i|u|s|em|strong|font|c|v|span|br)(?:[\s.=][^<>]*)?\/?>/gi
const SUBRIP_OVERRIDE = /\{\\[^{}]*\}/g

/** It knows no escapes: all else that looks like markup is text. */
function withoutSubRipMarkup(text: string): string {
  return text
    .slice(0, LONGEST_RAW_CUE)
    .replace(/<br ?\/?>|\\N/gi, '\n')
    .replace(SUBRIP_TAG, '')
    .replace(SUBRIP_OVERRIDE, '')
}
