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
  lastWhere(rows, ({ first }) => first <= word)

/** The row that is said at this time, else the last one before it. */
export const rowAtTime = (rows: readonly SpokenRow[], seconds: number): number =>
  lastWhere(rows, ({ startTime }) => startTime <= seconds)

/** The last row for which this holds; it holds for no row after one for which it does not. */
function lastWhere(rows: readonly SpokenRow[], holds: (row: SpokenRow) => boolean): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(rows[middle]!)) low = middle
    else high = middle - 1
  }
  return low
}
