import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { SAMPLE_LINK, SOURCES } from '@kerf/domain/links/link'
import { parseListLine, withoutMarker } from '@kerf/domain/links/list-line'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { MIN_TRIM_SECONDS } from '@kerf/domain/ranges/time-range'
import type { TypedRange } from '@kerf/domain/ranges/typed-range'
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

const SAMPLE_BEGINNING = new RegExp(`^${SAMPLE_WORD}(?![^\\s,;])`)

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
  const line = parseListLine(withoutMarker(words).replace(SAMPLE_BEGINNING, SAMPLE_LINK))
  const recognized = line && recognizeLink(line.link, SOURCES)
  if (!recognized) return { number, link: words, times: {}, fault: 'notALink' }
  const { link } = line
  if (line.times === null) return { number, link, times: {}, fault: 'notTimes' }
  const hasTimes = Object.keys(line.times).length > 0
  const times = hasTimes ? line.times : { startTime: recognized.startTime, endTime: recognized.endTime }
  return { number, link, times, fault: faultOfTimes(times) }
}

function faultOfTimes({ startTime = 0, endTime }: TypedRange): LineFault | null {
  if (endTime === undefined) return null
  if (endTime <= startTime) return 'endBeforeStart'
  return endTime - startTime < MIN_TRIM_SECONDS ? 'tooShort' : null
}
