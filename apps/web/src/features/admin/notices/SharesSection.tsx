import { endShareOfUser, listShares, type SharedClip } from '@kerf/contract/share'
import { Cell } from '@kerf/ui/DataTable'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { formatTimestamp } from '../formatting.ts'
import { ListSection } from '../lists/ListSection.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'

const words = adminSettingsWords.shares
const COLUMNS = [
  { name: words.columns.clip },
  { name: words.columns.owner, width: '20%' },
  { name: words.columns.shared, width: '15%' },
  { name: words.columns.ends, width: '15%' },
  { name: words.columns.opened, width: '90px' },
  { name: words.columns.actions, width: '130px', silent: true },
]

/** Public pages of clips that have a file. */
export function SharesSection() {
  const rowChanges = useRowChanges<SharedClip>(adminKeys.shares)
  const endShare = ({ id, title }: SharedClip) =>
    rowChanges.change(id, () => callApi(endShareOfUser, { params: { id } }), { title: words.ended, text: title })
  return (
    <ListSection
      id="shared-clips"
      words={words}
      columns={COLUMNS}
      query={(page) => listQuery(adminKeys.shares, listShares, page)}
      row={(share) => (
        <tr key={share.id} aria-busy={rowChanges.isRunning(share.id)}>
          <Cell>
            <b dir="auto">{share.title}</b>
            <small>{share.link}</small>
          </Cell>
          <Cell label={words.columns.owner}>{share.userName ?? words.visitor}</Cell>
          <Cell label={words.columns.shared}>{formatTimestamp(share.createdAt)}</Cell>
          <Cell label={words.columns.ends}>{formatTimestamp(share.expiresAt)}</Cell>
          <Cell label={words.columns.opened}>{share.opened}</Cell>
          <Cell>
            <RowButton
              label={words.endOf(share.title)}
              running={rowChanges.isRunning(share.id)}
              onPress={() => endShare(share)}
            >
              {words.end}
            </RowButton>
          </Cell>
        </tr>
      )}
    />
  )
}
