import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { SAMPLE_LINK, SOURCES } from '@kerf/domain/links/link'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { MIN_TRIM_SECONDS } from '@kerf/domain/ranges/time-range'
import { parseTypedRange, type TypedRange } from '@kerf/domain/ranges/typed-range'
import { SAMPLE_WORD } from '../../data/ranges/asked-address.ts'

type LineFault = 'notALink' | 'notTimes' | 'endBeforeStart' | 'tooShort' | 'tooMany'

/** A line of what was pasted: a link and, behind it or in it, the part that is wanted. */
export interface BatchLine {
  /** As editors count, from 1, blank lines included. */
  number: number
  link: string
  times: TypedRange
  fault: LineFault | null
}

const BETWEEN_LINK_AND_TIMES = /[\s,;]+/

/** Every line that says something, in order. Where a line names times, its link's own do not count. */
export function readLines(text: string): BatchLine[] {
  let good = 0
  return text.split('\n').flatMap((line, index) => {
    const words = line.trim()
    if (words === '') return []
    const read = readLine(words, index + 1)
    if (read.fault === null) good += 1
    return good > MAX_BATCH_ITEMS ? { ...read, fault: read.fault ?? 'tooMany' } : read
  })
}

function readLine(words: string, number: number): BatchLine {
  const gap = BETWEEN_LINK_AND_TIMES.exec(words)
  const written = gap ? words.slice(0, gap.index) : words
  const link = written === SAMPLE_WORD ? SAMPLE_LINK : written
  const behind = gap ? words.slice(gap.index + gap[0].length).trim() : ''
  const recognized = recognizeLink(link, SOURCES)
  const refuse = (fault: LineFault): BatchLine => ({ number, link, times: {}, fault })
  if (!recognized) return refuse('notALink')
  const { startTime, endTime } = recognized
  const times = behind === '' ? { startTime, endTime } : parseTypedRange(behind)
  if (times === null) return refuse('notTimes')
  return { number, link, times, fault: faultOfTimes(times) }
}

function faultOfTimes({ startTime = 0, endTime }: TypedRange): LineFault | null {
  if (endTime === undefined) return null
  if (endTime <= startTime) return 'endBeforeStart'
  return endTime - startTime < MIN_TRIM_SECONDS ? 'tooShort' : null
}
