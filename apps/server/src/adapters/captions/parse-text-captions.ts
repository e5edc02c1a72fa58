import {
  type CueLine,
  cueLinesOf,
  decodeReferences,
  finishedCues,
  MAX_CUES,
  MAX_LINES_OF_CUE,
  MAX_RAW_CUE_LENGTH,
  type RawCue,
} from '@kerf/domain/captions/cue-text'
import type { Cue, CueWord } from '@kerf/domain/captions/transcript'
import { areRolling, toSentences, withoutRepeats } from './rolling.ts'

export interface WebVtt {
  cues: Cue[]
  /** `X-TIMESTAMP-MAP` of an HLS segment: cue time `localSeconds` equals `mpegtsSeconds` on the clock of the media. */
  timestampMap: { localSeconds: number; mpegtsSeconds: number } | null
}

/** Maximum number of cues before rolling ones are merged: rolling captions have two cues for each line. */
const MAX_RAW_CUES = 3 * MAX_CUES
const TIME_PATTERN = '(?:(\\d{1,4}):)?(\\d{1,2}):(\\d{1,2})(?:[.,](\\d{1,6}))?'
const TIMING_LINE_PATTERN = new RegExp(`^\\s*${TIME_PATTERN}\\s*-->\\s*${TIME_PATTERN}(?:\\s|$)`)
const LINE_END_PATTERN = /\r\n|\r|\n/
const VTT_START_PATTERN = /^\ufeff?WEBVTT(?=[ \t\r\n]|$)/
const MPEGTS_HERTZ = 90_000

export const isWebVtt = (text: string): boolean => VTT_START_PATTERN.test(text)

/**
 * Parses WebVTT captions; null for other text. Rolling captions lose their repeated lines, and become one cue per
 * sentence if they have word times.
 */
export function parseWebVtt(text: string): WebVtt | null {
  if (!isWebVtt(text)) return null
  const rawCues: RawCue[] = []
  const lines = text.split(LINE_END_PATTERN)
  let timestampMap: WebVtt['timestampMap'] = null
  for (let lineIndex = 0; lineIndex < lines.length && rawCues.length < MAX_RAW_CUES; lineIndex += 1) {
    const line = lines[lineIndex]!
    if (line.startsWith('X-TIMESTAMP-MAP=')) timestampMap ??= parseTimestampMap(line)
    const timing = parseTiming(line)
    if (!timing) {
      // Comments and styles may contain anything, up to an empty line.
      if (/^(NOTE|STYLE|REGION)(\s|$)/.test(line))
        while (lineIndex + 1 < lines.length && lines[lineIndex + 1] !== '') lineIndex += 1
      continue
    }
    const cueLines = linesUntil(lines, lineIndex + 1, (line) => line === '' || parseTiming(line) !== null)
    lineIndex += cueLines.length
    rawCues.push({ ...timing, lines: readCueLines(cueLines.join('\n'), timing.startTime) })
  }
  return { cues: finishCues(rawCues), timestampMap }
}

/** Parses SubRip captions, rolling ones as in parseWebVtt; null for other text. */
export function parseSubRip(text: string): Cue[] | null {
  const rawCues: RawCue[] = []
  const lines = text.replace(/^\ufeff/, '').split(LINE_END_PATTERN)
  for (let lineIndex = 0; lineIndex < lines.length && rawCues.length < MAX_RAW_CUES; lineIndex += 1) {
    const timing = parseTiming(lines[lineIndex]!)
    if (!timing) {
      // Before the first cue, SubRip has only numbers and empty lines.
      if (rawCues.length === 0 && !isNumber(lines[lineIndex]!, 0)) return null
      continue
    }
    const cueLines = linesUntil(lines, lineIndex + 1, (line) => parseTiming(line) !== null)
    lineIndex += cueLines.length
    // The last line before a timing is the number of the next cue.
    if (lineIndex + 1 < lines.length && isNumber(cueLines.at(-1) ?? '', 1)) cueLines.pop()
    rawCues.push({ ...timing, lines: cueLinesOf(withoutSubRipMarkup(cueLines.join('\n'))) })
  }
  return rawCues.length === 0 ? null : finishCues(rawCues)
}

/** Whether a line is a number. It trims first: a pattern with spaces on both sides takes quadratic time on spaces. */
function isNumber(line: string, fewestDigits: number): boolean {
  const digits = line.trim()
  return digits.length >= fewestDigits && /^\d*$/.test(digits)
}

function linesUntil(lines: readonly string[], from: number, isEnd: (line: string) => boolean): string[] {
  let end = from
  while (end < lines.length && !isEnd(lines[end]!)) end += 1
  return lines.slice(from, end)
}

function finishCues(rawCues: readonly RawCue[]): Cue[] {
  const cuesWithText = rawCues.filter(({ lines }) => lines.some(({ text }) => text.trim() !== ''))
  if (!areRolling(cuesWithText)) return finishedCues(rawCues)
  const cues = finishedCues(withoutRepeats(cuesWithText))
  // Cues without word times cannot become sentences: the sentences' times would be invented.
  return cues.some(({ words }) => words) ? toSentences(cues) : cues
}

function parseTiming(line: string): { startTime: number; endTime: number } | null {
  if (!line.includes('-->')) return null
  const match = TIMING_LINE_PATTERN.exec(line.slice(0, 200))
  return match && { startTime: toSeconds(match.slice(1, 5)), endTime: toSeconds(match.slice(5, 9)) }
}

function toSeconds([hours = '0', minutes, seconds, fraction = '']: (string | undefined)[]): number {
  const thousandths = Number(fraction.padEnd(3, '0').slice(0, 3))
  // Computed in whole milliseconds: sums of fractions would not be exact.
  return ((Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + thousandths) / 1000
}

function parseTimestampMap(line: string): WebVtt['timestampMap'] {
  const mpegts = /MPEGTS:(\d{1,12})/.exec(line)
  const localTime = new RegExp(`LOCAL:${TIME_PATTERN}`).exec(line)
  if (!mpegts || !localTime) return null
  return { localSeconds: toSeconds(localTime.slice(1, 5)), mpegtsSeconds: Number(mpegts[1]) / MPEGTS_HERTZ }
}

const TAG_PATTERN = /<([^<>]*)>/g
const TIME_TAG_PATTERN = new RegExp(`^${TIME_PATTERN}$`)

/** Reads the lines of a WebVTT cue, with word times if it has any. Drops ruby annotations. */
function readCueLines(cueMarkup: string, startTime: number): CueLine[] {
  const text = cueMarkup.slice(0, MAX_RAW_CUE_LENGTH)
  const lines: Required<CueLine>[] = [{ text: '', words: [] }]
  let hasWordTimes = false
  let isInAnnotation = false
  let wordStart = startTime
  let lineIndex = 0
  const addText = (piece: string): void => {
    if (piece === '' || isInAnnotation) return
    for (const [index, lineText] of decodeReferences(piece).split('\n').entries()) {
      if (index > 0 && lines.length >= MAX_LINES_OF_CUE) return
      if (index > 0) lines.push({ text: '', words: [] })
      const line = lines.at(-1)!
      line.text += lineText
      addWordText(line.words, wordStart, lineText)
    }
  }
  for (const tag of text.matchAll(TAG_PATTERN)) {
    addText(text.slice(lineIndex, tag.index))
    lineIndex = tag.index + tag[0].length
    const time = TIME_TAG_PATTERN.exec(tag[1]!)
    if (time) {
      hasWordTimes = true
      wordStart = toSeconds(time.slice(1, 5))
    } else if (/^rt(?:[.\s]|$)/.test(tag[1]!)) isInAnnotation = true
    else if (/^\/(?:rt|ruby)$/.test(tag[1]!)) isInAnnotation = false
  }
  addText(text.slice(lineIndex))
  return hasWordTimes ? lines : lines.map((line) => ({ text: line.text }))
}

/** Adds text to the last word if its start is the same, because markup may divide a word. Else adds a word. */
function addWordText(words: CueWord[], startTime: number, wordText: string): void {
  const lastWord = words.at(-1)
  if (lastWord?.startTime === startTime) lastWord.text += wordText
  else if (wordText.trim() !== '') words.push({ startTime, text: wordText })
}

const SUBRIP_TAG_PATTERN = /<\/?(?:b|i|u|s|em|strong|font|c|v|span|br)(?:[\s.=][^<>]*)?\/?>/gi
const SUBRIP_OVERRIDE_PATTERN = /\{\\[^{}]*\}/g

/** Removes SubRip's markup. SubRip has no escapes, so everything else that looks like markup is text. */
function withoutSubRipMarkup(text: string): string {
  return text
    .slice(0, MAX_RAW_CUE_LENGTH)
    .replace(/<br ?\/?>|\\N/gi, '\n')
    .replace(SUBRIP_TAG_PATTERN, '')
    .replace(SUBRIP_OVERRIDE_PATTERN, '')
}
