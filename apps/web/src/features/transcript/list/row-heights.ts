import { firstWhere } from '@kerf/domain/captions/first-where'

/** The heights of all rows of a long list, in pixels: estimated, until a row has been measured. */
export interface RowHeights {
  /** Where a row begins. For the number of rows: where the list ends. */
  topOf(row: number): number
  /** The row at a place; the first or last one outside of the list. */
  rowAt(px: number): number
  /** Says whether that was news. */
  measure(row: number, heightPx: number): boolean
}

/** Less is rounding. */
const SAME_PX = 0.5

/** @param estimates a height for each row; kept and changed */
export function openRowHeights(estimates: Float64Array): RowHeights {
  const count = estimates.length
  const tops = new Float64Array(count + 1)
  /** Tops are right up to here. */
  let known = 0
  function topOf(row: number): number {
    for (; known < row; known++) tops[known + 1] = tops[known]! + estimates[known]!
    return tops[row]!
  }
  return {
    topOf,
    rowAt(px) {
      topOf(count)
      return Math.max(0, firstWhere(count, (row) => tops[row]! > px) - 1)
    },
    measure(row, heightPx) {
      if (Math.abs(estimates[row]! - heightPx) < SAME_PX) return false
      estimates[row] = heightPx
      known = Math.min(known, row)
      return true
    },
  }
}
