import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { parseListLine, withoutMarker } from '@kerf/domain/links/list-line'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { SOURCES } from '@kerf/domain/links/source-ids'
import { MIN_TRIM_SECONDS } from '@kerf/domain/ranges/time-range'
import type { TypedRange } from '@kerf/domain/ranges/typed-range'
import { SAMPLE_WORD } from '../../data/ranges/trim-address.ts'

type LineFault = 'notALink' | 'notTimes' | 'endBeforeStart' | 'tooShort' | 'tooMany'

/** Line of the pasted text: a link, and times that follow the link or are part of it. */
export interface BatchLine {
  /** Line number as in an editor: from 1, blank lines included. */
  number: number
  link: string
  times: TypedRange
  fault: LineFault | null
}

const SAMPLE_BEGINNING = new RegExp(`^${SAMPLE_WORD}(?![^\\s,;])`)

/** Reads all lines that are not blank. Times after a link take precedence over times in the link. */
export function readLines(text: string): BatchLine[] {
  let validCount = 0
  return text.split('\n').flatMap((line, index) => {
    const content = line.trim()
    if (content === '') return []
    const batchLine = readLine(content, index + 1)
    if (batchLine.fault === null) validCount += 1
    return validCount > MAX_BATCH_ITEMS ? { ...batchLine, fault: batchLine.fault ?? 'tooMany' } : batchLine
  })
}

function readLine(content: string, number: number): BatchLine {
  const line = parseListLine(withoutMarker(content).replace(SAMPLE_BEGINNING, SAMPLE_LINK))
  const recognized = line && recognizeLink(line.link, SOURCES)
  if (!recognized) return { number, link: content, times: {}, fault: 'notALink' }
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
