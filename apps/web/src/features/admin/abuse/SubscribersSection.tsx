import { listNewsletterSubscribers } from '@kerf/contract/admin-messages'
import { Badge } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { timestampWords } from '../formatting.ts'
import { ListSection } from '../lists/ListSection.tsx'

const words = adminSettingsWords.subscribers
const COLUMNS = [
  { name: words.columns.email },
  { name: words.columns.asked, width: '25%' },
  { name: words.columns.status, width: '160px' },
]

/** Newsletter subscribers, with those who have not confirmed their email yet. */
export function SubscribersSection() {
  return (
    <ListSection
      id="newsletter-subscribers"
      words={words}
      columns={COLUMNS}
      query={(page) => listQuery(adminKeys.subscribers, listNewsletterSubscribers, page)}
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
  )
}
