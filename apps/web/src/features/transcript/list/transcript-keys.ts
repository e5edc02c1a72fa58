import type { SpokenRow } from './spoken-rows.ts'

/** Place of the focus in the transcript: a row, or one of its words. */
export interface Place {
  row: number
  /** Index among all words; null where the row itself has the focus. */
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

/** End of the range that a key sets: the start, or with Shift the end; null for other keys. */
export function setBy({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): 'start' | 'end' | null {
  if ((key !== 'Enter' && key !== ' ') || ctrlKey || metaKey || altKey) return null
  return shiftKey ? 'end' : 'start'
}

/**
 * Place to which a key moves the focus; null for keys without an effect. Up and down move by rows, from a word to the
 * word below or above. The arrow in the direction of the text enters the row and moves on by words. The opposite arrow
 * moves back by words, and out of the row.
 */
export function placeAfter(
  press: Press,
  { row, word }: Place,
  rows: readonly SpokenRow[],
  isRtl: boolean,
): Place | null {
  const currentRow = rows[row]
  if (!currentRow || press.altKey || press.metaKey || press.shiftKey) return null
  const isEdge = press.ctrlKey
  if (isEdge && press.key !== 'Home' && press.key !== 'End') return null
  const toRow = (rowIndex: number): Place => {
    const newRow = Math.min(rows.length - 1, Math.max(0, rowIndex))
    const target = rows[newRow]!
    return { row: newRow, word: word === null ? null : Math.min(target.last, target.first + word - currentRow.first) }
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
      return word === null || isEdge ? { row: 0, word: null } : { row, word: currentRow.first }
    case 'End':
      return word === null || isEdge ? { row: rows.length - 1, word: null } : { row, word: currentRow.last }
    case isRtl ? 'ArrowLeft' : 'ArrowRight': {
      if (word === null) return { row, word: currentRow.first }
      if (word < currentRow.last) return { row, word: word + 1 }
      const nextRow = rows[row + 1]
      return nextRow ? { row: row + 1, word: nextRow.first } : { row, word }
    }
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return { row, word: word === null || word === currentRow.first ? null : word - 1 }
    default:
      return null
  }
}
