import { Badge } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { subscribersQuery } from '../admin-queries.ts'
import { timestampWords } from '../figures.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'

const words = adminSettingsWords.subscribers
const COLUMNS = [
  { name: words.columns.email },
  { name: words.columns.asked, width: '25%' },
  { name: words.columns.status, width: '160px' },
]

/** Who reads the newsletter, and who has asked for it and not answered its letter. */
export function SubscribersSection() {
  const [page, setPage] = useState(1)
  const subscribers = useQuery(subscribersQuery(page))
  return (
    <section aria-labelledby="newsletter-subscribers">
      <div className="section-head">
        <h2 id="newsletter-subscribers">{words.title}</h2>
        <RefreshButton onRefresh={subscribers.refetch} />
      </div>
      <PagedTable
        label={words.label}
        columns={COLUMNS}
        query={subscribers}
        page={page}
        onPage={setPage}
        failed={words.failed}
        empty={words.empty}
        row={({ email, createdAt, confirmedAt }) => (
          <tr key={email}>
            <Cell>{email}</Cell>
            <Cell label={words.columns.asked}>{timestampWords(createdAt)}</Cell>
            <Cell label={words.columns.status}>
              <Badge look={confirmedAt ? 'solid' : 'dashed'}>{confirmedAt ? words.confirmed : words.waiting}</Badge>
            </Cell>
          </tr>
        )}
      />
    </section>
  )
}
