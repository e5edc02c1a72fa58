import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'

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

/** The rows of a page of the panel. Pages count from 1. */
export const adminPage = (page: number) => ({ offset: (page - 1) * ADMIN_PAGE_SIZE, limit: ADMIN_PAGE_SIZE })
