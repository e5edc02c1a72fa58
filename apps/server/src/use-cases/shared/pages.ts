import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import type { RowPage } from '../../ports/page.ts'

/** Byte order mark. Without it, spreadsheets read a file in the local encoding instead of UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

const PAGE_SIZE = 200

/** Yields a whole list page by page, with only one page in memory. */
export async function* pagesOf<Row>(
  read: (page: { before?: Row | undefined; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let cursor: Row | undefined
  do {
    const page: Row[] = await read({ before: cursor, limit: PAGE_SIZE })
    if (page.length > 0) yield page
    cursor = page.length === PAGE_SIZE ? page.at(-1) : undefined
  } while (cursor !== undefined)
}

export interface PageQuery {
  /** Page number, from 1. */
  page?: number | undefined
}

/** Offset and limit of a page of the admin panel. */
export const adminPage = ({ page = 1 }: PageQuery) => ({ offset: (page - 1) * ADMIN_PAGE_SIZE, limit: ADMIN_PAGE_SIZE })

export function mapPage<Row, Item>({ rows, total }: RowPage<Row>, describe: (row: Row) => Item): RowPage<Item> {
  return { rows: rows.map((row) => describe(row)), total }
}
