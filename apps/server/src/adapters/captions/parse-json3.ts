import {
  type CueLine,
  finishedCues,
  MAX_CUES,
  MAX_LINES_OF_CUE,
  MAX_RAW_CUE_LENGTH,
  type RawCue,
} from '@kerf/domain/captions/cue-text'
import type { Cue, CueWord } from '@kerf/domain/captions/transcript'
import { beginningOf } from '@kerf/domain/text/plain-text'
import { toSentences } from './rolling.ts'

/** Maximum number of segments of one event. Real captions have fewer. */
const MAX_SEGMENTS = 1_000

interface Json3Event {
  startTime: number
  endTime: number
  /** Whether the event adds to the displayed text and does not replace it, as in rolling captions. */
  isAppended: boolean
  segments: { startTime: number; text: string }[]
  hasWordTimes: boolean
}

/**
 * Captions in YouTube's JSON (`fmt=json3`): events with `tStartMs`, `dDurationMs` and `segs`. Automatic captions
 * become one cue per sentence.
 * @param json parsed JSON
 * @returns null if the JSON has no captions
 */
export function parseJson3(json: unknown): Cue[] | null {
  if (!isRecord(json) || !Array.isArray(json.events)) return null
  const events = (json.events as unknown[]).slice(0, 2 * MAX_CUES).flatMap(readEvent)
  const isRolling = events.some(({ isAppended }) => isAppended)
  const cues = finishedCues(events.map((event) => (isRolling ? toRolledCue(event) : toPlainCue(event))))
  return isRolling ? toSentences(cues) : cues
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function readEvent(event: unknown): Json3Event[] {
  if (!isRecord(event) || !Array.isArray(event.segs)) return []
  const { tStartMs, dDurationMs = 0, segs } = event
  if (typeof tStartMs !== 'number' || typeof dDurationMs !== 'number') return []
  let hasWordTimes = false
  const segments = (segs as unknown[]).slice(0, MAX_SEGMENTS).flatMap((segment) => {
    if (!isRecord(segment) || typeof segment.utf8 !== 'string') return []
    const offset = typeof segment.tOffsetMs === 'number' ? segment.tOffsetMs : 0
    hasWordTimes ||= offset > 0
    return [{ startTime: (tStartMs + offset) / 1000, text: segment.utf8 }]
  })
  const startTime = tStartMs / 1000
  const endTime = (tStartMs + dDurationMs) / 1000
  return [{ startTime, endTime, isAppended: event.aAppend === 1, segments, hasWordTimes }]
}

/** Joins the text of an event into one line: rolling captions break lines only because the screen is full. */
function toRolledCue({ startTime, endTime, segments }: Json3Event): RawCue {
  const words: CueWord[] = segments.filter(({ text }) => text.trim() !== '')
  return { startTime, endTime, lines: [{ text: words.map(({ text }) => text).join(''), words }] }
}

function toPlainCue({ startTime, endTime, segments, hasWordTimes }: Json3Event): RawCue {
  const lines: Required<CueLine>[] = [{ text: '', words: [] }]
  for (const segment of segments) {
    const segmentLines = beginningOf(segment.text, MAX_RAW_CUE_LENGTH).split('\n', MAX_LINES_OF_CUE)
    for (const [index, text] of segmentLines.entries()) {
      if (index > 0 && lines.length >= MAX_LINES_OF_CUE) break
      if (index > 0) lines.push({ text: '', words: [] })
      const line = lines.at(-1)!
      line.text += text
      if (text.trim() !== '') line.words.push({ startTime: segment.startTime, text })
    }
  }
  return { startTime, endTime, lines: hasWordTimes ? lines : lines.map(({ text }) => ({ text })) }
}
