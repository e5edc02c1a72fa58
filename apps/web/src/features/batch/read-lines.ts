import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { linkIn } from '@kerf/domain/links/find-link'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { type ListLine, parseListLine, withoutMarker } from '@kerf/domain/links/list-line'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { SOURCES } from '@kerf/domain/links/source-ids'
import { youtubeClipId, youtubePlaylistId } from '@kerf/domain/links/youtube-link'
import { MIN_TRIM_SECONDS } from '@kerf/domain/ranges/time-range'
import type { TypedRange } from '@kerf/domain/ranges/typed-range'
import { SAMPLE_WORD } from '../../data/ranges/trim-address.ts'

type LineFault = 'notALink' | 'playlist' | 'notTimes' | 'endBeforeStart' | 'tooShort' | 'tooMany'

/** Line of the pasted text: a link, and times that follow the link or are part of it. */
export interface BatchLine {
  /** Line number as in an editor: from 1, blank lines included. */
  number: number
  link: string
  times: TypedRange
  /** Whether the link is that of a user's clip. The server finds its times. */
  isClip?: boolean
  /** Title of the chapter whose times these are. */
  chapter?: string
  fault: LineFault | null
}

const SAMPLE_BEGINNING_PATTERN = new RegExp(`^${SAMPLE_WORD}(?![^\\s,;])`)

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
  const line = parseListLine(withoutMarker(content).replace(SAMPLE_BEGINNING_PATTERN, SAMPLE_LINK))
  const recognized = line && recognizeLink(line.link, SOURCES)
  if (line && !recognized && youtubeClipId(line.link) !== null) return clipLine(number, line)
  if (!recognized) {
    const page = linkIn(content)
    if (youtubePlaylistId(page) !== null) return { number, link: page, times: {}, fault: 'playlist' }
    return { number, link: content, times: {}, fault: 'notALink' }
  }
  const { link } = line
  if (line.times === null) return { number, link, times: {}, fault: 'notTimes' }
  const hasTimes = Object.keys(line.times).length > 0
  const times = hasTimes ? line.times : { startTime: recognized.startTime, endTime: recognized.endTime }
  return { number, link, times, fault: faultOfTimes(times) }
}

function clipLine(number: number, { link, times }: ListLine): BatchLine {
  if (times === null) return { number, link, times: {}, fault: 'notTimes' }
  return { number, link, times, isClip: Object.keys(times).length === 0, fault: faultOfTimes(times) }
}

function faultOfTimes({ startTime = 0, endTime }: TypedRange): LineFault | null {
  if (endTime === undefined) return null
  if (endTime <= startTime) return 'endBeforeStart'
  return endTime - startTime < MIN_TRIM_SECONDS ? 'tooShort' : null
}
