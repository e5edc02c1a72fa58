import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import { expect, it } from 'vitest'
import { pageCount, rowsOfPage } from './PagedTable.tsx'

it('pages are filled completely, and rows are counted over all pages', () => {
  expect([0, 1, ADMIN_PAGE_SIZE, ADMIN_PAGE_SIZE + 1, 1000].map(pageCount)).toEqual([1, 1, 1, 2, 40])
  expect(rowsOfPage(1, 25)).toEqual({ first: 1, last: 25 })
  expect(rowsOfPage(3, 7)).toEqual({ first: 51, last: 57 })
})
