import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import type { Page } from '../../ports/page.ts'

/** Spreadsheets take a file without this mark for one in the encoding of their country. */
export const BYTE_ORDER_MARK = '\ufeff'

const PAGE_SIZE = 200

/** A list from its first row to its last, a page at a time: however long it is, one page is held at once. */
export async function* pagesOf<Row>(
  read: (page: { before?: Row | undefined; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before: Row | undefined
  do {
    const page: Row[] = await read({ before, limit: PAGE_SIZE })
    if (page.length > 0) yield page
    before = page.length === PAGE_SIZE ? page.at(-1) : undefined
  } while (before !== undefined)
}

/** From 1. */
export interface AskedPage {
  page?: number | undefined
}

/** The rows of a page of the panel. */
export const adminPage = ({ page = 1 }: AskedPage) => ({ offset: (page - 1) * ADMIN_PAGE_SIZE, limit: ADMIN_PAGE_SIZE })

export function mapPage<Row, Shown>({ rows, total }: Page<Row>, describe: (row: Row) => Shown): Page<Shown> {
  return { rows: rows.map((row) => describe(row)), total }
}
