import { firstWhere } from '@kerf/domain/captions/first-where'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'

/** A cue as a row of the list: the indexes of its words, both inclusive. */
export interface SpokenRow {
  startTime: number
  first: number
  last: number
}

/** The rows of a transcript: its cues that have words. */
export function rowsOf(words: readonly TranscriptWord[]): SpokenRow[] {
  const rows: SpokenRow[] = []
  let cue: number | null = null
  for (const [index, word] of words.entries()) {
    if (word.cue === cue) rows.at(-1)!.last = index
    else rows.push({ startTime: word.startTime, first: index, last: index })
    cue = word.cue
  }
  return rows
}

export const rowOfWord = (rows: readonly SpokenRow[], word: number): number =>
  lastBefore(rows, ({ first }) => first > word)

/** The row that is said at this time, else the last one before it. */
export const rowAtTime = (rows: readonly SpokenRow[], seconds: number): number =>
  lastBefore(rows, ({ startTime }) => startTime > seconds)

const lastBefore = (rows: readonly SpokenRow[], isLater: (row: SpokenRow) => boolean): number =>
  Math.max(0, firstWhere(rows.length, (row) => isLater(rows[row]!)) - 1)
