import type { BlockedLink } from '@kerf/contract/admin-moderation'
import { Cell } from '@kerf/ui/DataTable'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { adminKeys, blocklistQuery, unblockLink } from '../admin-queries.ts'
import { dayWords } from '../figures.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { BlockLinkForm } from './BlockLinkForm.tsx'
import { RowButton } from './RowButton.tsx'
import { useListChange } from './use-list-change.ts'

const words = adminSettingsWords.blocklist
const COLUMNS = [
  { name: words.columns.link },
  { name: words.columns.kind, width: '110px' },
  { name: words.columns.reason, width: '30%' },
  { name: words.columns.since, width: '16%' },
  { name: words.columns.actions, width: '110px', silent: true },
]

export function BlocklistSection() {
  const [page, setPage] = useState(1)
  const blocked = useQuery(blocklistQuery(page))
  const list = useListChange<BlockedLink>(adminKeys.blocklist)
  const unblock = ({ id, kind, link }: BlockedLink): Promise<void> =>
    list.change(id, () => unblockLink(id), { title: words.removed[kind], text: link })
  return (
    <section aria-labelledby="blocklist">
      <div className="section-head">
        <h2 id="blocklist">{words.title}</h2>
        <RefreshButton onRefresh={blocked.refetch} />
      </div>
      <BlockLinkForm />
      <PagedTable
        label={words.label}
        columns={COLUMNS}
        query={blocked}
        page={page}
        onPage={setPage}
        failed={words.failed}
        empty={words.empty}
        row={(record) => (
          <tr key={record.id} aria-busy={list.isRunning(record.id)}>
            <Cell>{record.link}</Cell>
            <Cell label={words.columns.kind}>{words.kinds[record.kind]}</Cell>
            <Cell label={words.columns.reason}>
              <span dir="auto">{record.reason}</span>
            </Cell>
            <Cell label={words.columns.since}>
              {dayWords(record.createdAt)}
              {record.createdBy && <small>{words.by(record.createdBy)}</small>}
            </Cell>
            <Cell>
              <RowButton
                label={words.removeOf(record.link)}
                running={list.isRunning(record.id)}
                onPress={() => unblock(record)}
              >
                {words.remove}
              </RowButton>
            </Cell>
          </tr>
        )}
      />
    </section>
  )
}
