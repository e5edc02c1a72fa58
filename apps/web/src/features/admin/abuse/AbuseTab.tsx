import { listNewsletterSubscribers } from '@kerf/contract/admin-messages'
import { Badge } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { timestampWords } from '../formatting.ts'
import { ListSection } from '../lists/ListSection.tsx'
import { BlocklistSection } from './BlocklistSection.tsx'
import { MessagesSection } from './MessagesSection.tsx'
import { NoticesSection } from './NoticesSection.tsx'

const words = adminSettingsWords.subscribers
const COLUMNS = [
  { name: words.columns.email },
  { name: words.columns.asked, width: '25%' },
  { name: words.columns.status, width: '160px' },
]

/** What people outside have written, and what is refused because of it. */
export function AbuseTab() {
  return (
    <div className="grid gap-12">
      <NoticesSection />
      <MessagesSection />
      <BlocklistSection />
      <SubscribersSection />
    </div>
  )
}

/** Newsletter subscribers, with those who have not confirmed their email yet. */
function SubscribersSection() {
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
