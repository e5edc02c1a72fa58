import { firstWhere } from '@kerf/domain/captions/first-where'

/** Heights of all rows of a long list, in pixels. A height is an estimate until the row is measured. */
export interface RowHeights {
  /** Upper edge of a row. For the number of rows: lower edge of the list. */
  topOf(row: number): number
  /** Index of the row at a position; that of the first or last row outside of the list. */
  rowAt(px: number): number
  /** Stores a measured height. Returns whether it differs from the stored height. */
  measure(row: number, heightPx: number): boolean
}

/** Differences of heights below this are due to rounding. */
const ROUNDING_PX = 0.5

/** @param estimates height of each row; measured heights are written into this array */
export function openRowHeights(estimates: Float64Array): RowHeights {
  const count = estimates.length
  const tops = new Float64Array(count + 1)
  /** Index of the last row whose top is correct. */
  let lastCorrect = 0
  function topOf(row: number): number {
    for (; lastCorrect < row; lastCorrect++) tops[lastCorrect + 1] = tops[lastCorrect]! + estimates[lastCorrect]!
    return tops[row]!
  }
  return {
    topOf,
    rowAt(px) {
      topOf(count)
      return Math.max(0, firstWhere(count, (row) => tops[row]! > px) - 1)
    },
    measure(row, heightPx) {
      if (Math.abs(estimates[row]! - heightPx) < ROUNDING_PX) return false
      estimates[row] = heightPx
      lastCorrect = Math.min(lastCorrect, row)
      return true
    },
  }
}
