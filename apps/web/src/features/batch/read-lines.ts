import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { SAMPLE_LINK, SOURCES } from '@kerf/domain/links/link'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { MIN_TRIM_SECONDS } from '@kerf/domain/ranges/time-range'
import { parseTimecode } from '@kerf/domain/ranges/timecode'
import { SAMPLE_WORD } from '../../data/ranges/asked-address.ts'

export interface LineTimes {
  startTime?: number | undefined
  endTime?: number | undefined
}

type LineFault = 'notALink' | 'notTimes' | 'endBeforeStart' | 'tooShort' | 'tooMany'

/** A line of what was pasted: a link and, behind it or in it, the part that is wanted. */
export interface BatchLine {
  /** As editors count, from 1, blank lines included. */
  number: number
  link: string
  times: LineTimes
  fault: LineFault | null
}

/** What `1:02-1:15`, `1:02 to 1:15`, `1:02 1:15`, `1:02` and `-1:15` have in common: two times, one of them perhaps not there. */
const BETWEEN_TIMES = /\s*(?:-|\u2013|\u2014|\bto\b|\bbis\b)\s*|\s+/i
const BETWEEN_LINK_AND_TIMES = /[\s,;]+/

/** Every line that says something, in order. Where a line names times, its link's own do not count. */
export function readLines(text: string): BatchLine[] {
  let count = 0
  return text.split('\n').flatMap((line, index) => {
    const words = line.trim()
    if (words === '') return []
    count += 1
    return readLine(words, index + 1, count > MAX_BATCH_ITEMS)
  })
}

function readLine(words: string, number: number, tooMany: boolean): BatchLine {
  const gap = BETWEEN_LINK_AND_TIMES.exec(words)
  const written = gap ? words.slice(0, gap.index) : words
  const link = written === SAMPLE_WORD ? SAMPLE_LINK : written
  const behind = gap ? words.slice(gap.index + gap[0].length).trim() : ''
  const recognized = recognizeLink(link, SOURCES)
  const refuse = (fault: LineFault): BatchLine => ({ number, link, times: {}, fault })
  if (!recognized) return refuse('notALink')
  const { startTime, endTime } = recognized
  const times = behind === '' ? { startTime, endTime } : readTimes(behind)
  if (times === null) return refuse('notTimes')
  return { number, link, times, fault: tooMany ? 'tooMany' : faultOfTimes(times) }
}

function readTimes(text: string): LineTimes | null {
  const parts = text.split(BETWEEN_TIMES)
  if (parts.length > 2) return null
  const [start, end] = parts.map((part) => (part === '' ? undefined : parseTimecode(part)))
  if (start === null || end === null || (start === undefined && end === undefined)) return null
  return { startTime: start, endTime: end }
}

function faultOfTimes({ startTime = 0, endTime }: LineTimes): LineFault | null {
  if (endTime === undefined) return null
  if (endTime <= startTime) return 'endBeforeStart'
  return endTime - startTime < MIN_TRIM_SECONDS ? 'tooShort' : null
}
