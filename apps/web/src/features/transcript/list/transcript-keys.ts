import type { SpokenRow } from './spoken-rows.ts'

/** Element of the transcript that has the focus: a row, or one of its words. */
export interface FocusPlace {
  row: number
  /** Index among all words; null where the row itself has the focus. */
  word: number | null
}

interface KeyPress {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const ROWS_PER_PAGE = 8

/** End of the range that a key sets: the start, or with Shift the end; null for other keys. */
export function rangeEndOfKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): 'start' | 'end' | null {
  if ((key !== 'Enter' && key !== ' ') || ctrlKey || metaKey || altKey) return null
  return shiftKey ? 'end' : 'start'
}

/**
 * Row or word to which a key moves the focus; null for keys without an effect. Up and down move by rows, from a word to
 * the word below or above. The arrow in the direction of the text enters the row and moves on by words. The opposite
 * arrow moves back by words, and out of the row.
 */
export function focusAfterKey(
  press: KeyPress,
  { row, word }: FocusPlace,
  rows: readonly SpokenRow[],
  isRtl: boolean,
): FocusPlace | null {
  const currentRow = rows[row]
  if (!currentRow || press.altKey || press.metaKey || press.shiftKey) return null
  const isToEdge = press.ctrlKey
  if (isToEdge && press.key !== 'Home' && press.key !== 'End') return null
  const moveToRow = (rowIndex: number): FocusPlace => {
    const newRow = Math.min(rows.length - 1, Math.max(0, rowIndex))
    const target = rows[newRow]!
    return { row: newRow, word: word === null ? null : Math.min(target.last, target.first + word - currentRow.first) }
  }
  switch (press.key) {
    case 'ArrowUp':
      return moveToRow(row - 1)
    case 'ArrowDown':
      return moveToRow(row + 1)
    case 'PageUp':
      return moveToRow(row - ROWS_PER_PAGE)
    case 'PageDown':
      return moveToRow(row + ROWS_PER_PAGE)
    case 'Home':
      return word === null || isToEdge ? { row: 0, word: null } : { row, word: currentRow.first }
    case 'End':
      return word === null || isToEdge ? { row: rows.length - 1, word: null } : { row, word: currentRow.last }
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
