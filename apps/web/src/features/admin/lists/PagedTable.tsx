import type { ListPage } from '@kerf/contract/protocol/client'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import { type Column, DataTable } from '@kerf/ui/DataTable'
import { Pager } from '@kerf/ui/Pager'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { adminWords } from '#messages/admin.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { failureSentence } from '../../../data/feedback/failure-sentence.ts'
import { formatNumber } from '../formatting.ts'

export interface ListWords {
  label: string
  /** Sentence of a failure, such as `The users could not be loaded.` */
  failed: string
  empty: string
}

interface PagedTableProps<Item> {
  words: ListWords
  columns: readonly Column[]
  query: UseQueryResult<ListPage<Item>>
  page: number
  onPage: (page: number) => void
  row: (item: Item) => ReactNode
}

const BLANK_ROW_KEYS = ['1', '2', '3', '4', '5', '6']

/** One page of a list, in each of its states: loading, loaded, empty, failed or stale. */
export function PagedTable<Item>({ words, columns, query, page, onPage, row }: PagedTableProps<Item>) {
  const { label, failed, empty } = words
  const { error, isFetching, isPlaceholderData, refetch } = query
  // An empty result of the previous search is not shown for the current search.
  const data = isPlaceholderData && query.data.items.length === 0 ? undefined : query.data
  const lastPage = data ? pageCount(data.total) : page
  useEffect(() => {
    // The rows of the last page may have been deleted.
    if (page > lastPage) onPage(lastPage)
  }, [page, lastPage, onPage])

  return (
    <div tabIndex={-1} className="outline-none">
      {!data && error ? (
        <ReadFailed lead={failed} error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : data?.items.length === 0 ? (
        <p className="py-7 text-ink-2">{empty}</p>
      ) : (
        <>
          {error && <p className="list-stale">{adminWords.stale(failureSentence(error))}</p>}
          <DataTable label={label} columns={columns} busy={!data || isPlaceholderData}>
            {data ? data.items.map(row) : BLANK_ROW_KEYS.map((key) => <BlankRow key={key} columns={columns} />)}
          </DataTable>
          {data && (
            <ListPager label={label} rowCount={data.items.length} total={data.total} page={page} onPage={onPage} />
          )}
        </>
      )}
    </div>
  )
}

export function BlankRow({ columns }: { columns: readonly Column[] }) {
  return (
    <tr className="blank-row">
      <td colSpan={columns.length}>
        <span className="sr-only">{adminWords.loading}</span>
      </td>
    </tr>
  )
}

function ListPager(props: {
  label: string
  rowCount: number
  total: number
  page: number
  onPage: (page: number) => void
}) {
  const { label, rowCount, total, page, onPage } = props
  const { first, last } = rowsOfPage(page, rowCount)
  const words = adminWords.pager
  const pages = pageCount(total)
  return (
    <Pager
      page={page}
      pageCount={pages}
      summary={
        pages === 1
          ? words.all(formatNumber(total))
          : words.summary(formatNumber(first), formatNumber(last), formatNumber(total))
      }
      words={{ ...words, label: words.label(label) }}
      onPage={onPage}
    />
  )
}

/** Number of pages of a list. An empty list has one page. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
}

/** Numbers of the first and the last row of a page, counted from 1 over all pages. */
export function rowsOfPage(page: number, rowCount: number): { first: number; last: number } {
  const previousRows = (page - 1) * ADMIN_PAGE_SIZE
  return { first: previousRows + 1, last: previousRows + rowCount }
}
