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

/** The ranges that a clip joins as one text, so that equal wishes are equal in an index; empty for one plain range. */
export function joinedToColumn(ranges: readonly TrimRange[] | null): string {
  const spans = (ranges ?? []).map(rangeToColumns)
  return spans.map(({ startMilliseconds, endMilliseconds }) => `${startMilliseconds}-${endMilliseconds}`).join(',')
}

export function joinedFromColumn(column: string): TrimRange[] | null {
  if (column === '') return null
  return column.split(',').map((span) => {
    const [startMilliseconds = 0, endMilliseconds = 0] = span.split('-').map(Number)
    return rangeFromColumns({ startMilliseconds, endMilliseconds })
  })
}
