import type { SpokenRow } from './spoken-rows.ts'

/** Where the keyboard is in the transcript: on a row, or on one of its words. */
export interface Place {
  row: number
  /** The index among all words. */
  word: number | null
}

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const ROWS_PER_PAGE = 8

/** What a key in the transcript sets: the start, or with Shift the end. null for other keys. */
export function setBy({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): 'start' | 'end' | null {
  if ((key !== 'Enter' && key !== ' ') || ctrlKey || metaKey || altKey) return null
  return shiftKey ? 'end' : 'start'
}

/**
 * Where a key goes from here; null when it means nothing. Up and down go from row to row, and on a word from word to word below
 * each other. The key towards the text goes into the row and on from word to word; the other one goes back, and out of the row.
 */
export function placeAfter(
  press: Press,
  { row, word }: Place,
  rows: readonly SpokenRow[],
  isRtl: boolean,
): Place | null {
  const here = rows[row]
  if (!here || press.altKey || press.metaKey || press.shiftKey) return null
  const isEdge = press.ctrlKey
  if (isEdge && press.key !== 'Home' && press.key !== 'End') return null
  const toRow = (to: number): Place => {
    const inside = Math.min(rows.length - 1, Math.max(0, to))
    const target = rows[inside]!
    return { row: inside, word: word === null ? null : Math.min(target.last, target.first + word - here.first) }
  }
  switch (press.key) {
    case 'ArrowUp':
      return toRow(row - 1)
    case 'ArrowDown':
      return toRow(row + 1)
    case 'PageUp':
      return toRow(row - ROWS_PER_PAGE)
    case 'PageDown':
      return toRow(row + ROWS_PER_PAGE)
    case 'Home':
      return word === null || isEdge ? { row: 0, word: null } : { row, word: here.first }
    case 'End':
      return word === null || isEdge ? { row: rows.length - 1, word: null } : { row, word: here.last }
    case isRtl ? 'ArrowLeft' : 'ArrowRight': {
      if (word === null) return { row, word: here.first }
      if (word < here.last) return { row, word: word + 1 }
      const next = rows[row + 1]
      return next ? { row: row + 1, word: next.first } : { row, word }
    }
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return { row, word: word === null || word === here.first ? null : word - 1 }
    default:
      return null
  }
}
