import type { Column } from '@kerf/ui/DataTable'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { listQuery } from '../admin-queries.ts'
import { type ListWords, PagedTable } from './PagedTable.tsx'
import { RefreshButton } from './RefreshButton.tsx'

interface ListSectionProps<Item> {
  /** Id of the heading. */
  id: string
  words: ListWords & { title: string }
  columns: readonly Column[]
  query: (page: number) => ReturnType<typeof listQuery<Item>>
  row: (item: Item) => ReactNode
  /** Content between the heading and the table. */
  children?: ReactNode
}

/** Section with a heading and a list in pages. */
export function ListSection<Item>({ id, words, columns, query, row, children }: ListSectionProps<Item>) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(page))
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} tabIndex={-1}>
          {words.title}
        </h2>
        <RefreshButton onRefresh={list.refetch} />
      </div>
      {children}
      <PagedTable words={words} columns={columns} query={list} page={page} onPage={setPage} row={row} />
    </section>
  )
}
