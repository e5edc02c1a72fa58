import type { TrimRange } from '@kerf/domain/trim-range'

/** Ranges are kept as whole milliseconds, so that equal ranges are equal in an index. */
export interface RangeColumns {
  startMilliseconds: number
  endMilliseconds: number
}

export function rangeToColumns(range: TrimRange): RangeColumns {
  return {
    startMilliseconds: Math.round(range.startSeconds * 1000),
    endMilliseconds: Math.round(range.endSeconds * 1000),
  }
}

export function rangeFromColumns(columns: RangeColumns): TrimRange {
  return { startSeconds: columns.startMilliseconds / 1000, endSeconds: columns.endMilliseconds / 1000 }
}
