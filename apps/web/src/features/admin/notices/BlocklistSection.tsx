import { type BlockedLink, listBlockedLinks, unblockLink } from '@kerf/contract/admin-moderation'
import { Cell } from '@kerf/ui/DataTable'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { formatLocalDay } from '../formatting.ts'
import { ListSection } from '../lists/ListSection.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'
import { BlockLinkForm } from './BlockLinkForm.tsx'

const words = adminSettingsWords.blocklist
const COLUMNS = [
  { name: words.columns.link },
  { name: words.columns.kind, width: '110px' },
  { name: words.columns.reason, width: '30%' },
  { name: words.columns.since, width: '16%' },
  { name: words.columns.actions, width: '110px', silent: true },
]

export function BlocklistSection() {
  const rowChanges = useRowChanges<BlockedLink>(adminKeys.blocklist)
  const unblock = ({ id, kind, link }: BlockedLink) =>
    rowChanges.change(id, () => callApi(unblockLink, { params: { id } }), { title: words.removed[kind], text: link })
  return (
    <ListSection
      id="blocklist"
      words={words}
      columns={COLUMNS}
      query={(page) => listQuery(adminKeys.blocklist, listBlockedLinks, page)}
      row={(record) => (
        <tr key={record.id} aria-busy={rowChanges.isRunning(record.id)}>
          <Cell>{record.link}</Cell>
          <Cell label={words.columns.kind}>{words.kinds[record.kind]}</Cell>
          <Cell label={words.columns.reason}>
            <span dir="auto">{record.reason}</span>
          </Cell>
          <Cell label={words.columns.since}>
            {formatLocalDay(record.createdAt)}
            {record.createdBy && <small>{words.by(record.createdBy)}</small>}
          </Cell>
          <Cell>
            <RowButton
              label={words.removeOf(record.link)}
              running={rowChanges.isRunning(record.id)}
              onPress={() => unblock(record)}
            >
              {words.remove}
            </RowButton>
          </Cell>
        </tr>
      )}
    >
      <BlockLinkForm />
    </ListSection>
  )
}
