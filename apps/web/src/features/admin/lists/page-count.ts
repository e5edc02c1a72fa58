import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'

/** An empty list has one page. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
}

/** The first and the last row of a page, counted from 1. */
export function rowsOfPage(page: number, shown: number): { first: number; last: number } {
  const before = (page - 1) * ADMIN_PAGE_SIZE
  return { first: before + 1, last: before + shown }
}
