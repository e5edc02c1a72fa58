import { firstWhere } from '@kerf/domain/captions/first-where'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'

/** Row of the list for one cue, with the indexes of the first and last word. */
export interface SpokenRow {
  startTime: number
  first: number
  last: number
}

/** Rows of a transcript: one for each cue that has words. */
export function spokenRowsOf(words: readonly TranscriptWord[]): SpokenRow[] {
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

/** Index of the row that is spoken at the time `seconds`, else of the last row before it. */
export const rowAtTime = (rows: readonly SpokenRow[], seconds: number): number =>
  lastBefore(rows, ({ startTime }) => startTime > seconds)

const lastBefore = (rows: readonly SpokenRow[], isLater: (row: SpokenRow) => boolean): number =>
  Math.max(0, firstWhere(rows.length, (row) => isLater(rows[row]!)) - 1)
