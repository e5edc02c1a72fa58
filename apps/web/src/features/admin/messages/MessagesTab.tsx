import { type ContactMessageRecord, listContactMessages, markContactMessage } from '@kerf/contract/admin-messages'
import { Badge } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { formatTimestamp } from '../formatting.ts'
import { ListSection } from '../lists/ListSection.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'

const words = adminSettingsWords.messages
const COLUMNS = [
  { name: words.columns.message },
  { name: words.columns.from, width: '20%' },
  { name: words.columns.received, width: '15%' },
  { name: words.columns.status, width: '120px' },
  { name: words.columns.actions, width: '230px', silent: true },
]

export function MessagesTab() {
  const rowChanges = useRowChanges<ContactMessageRecord>(adminKeys.messages)
  return (
    <ListSection
      id="contact-messages"
      words={words}
      columns={COLUMNS}
      query={(page) => listQuery(adminKeys.messages, listContactMessages, page)}
      row={(record) => {
        const nextStatus = record.status === 'new' ? 'answered' : 'new'
        const action = nextStatus === 'answered' ? words.answered : words.reopen
        return (
          <tr key={record.id} aria-busy={rowChanges.isRunning(record.id)}>
            <Cell>
              <b dir="auto">{record.subject}</b>
              <small className="whitespace-pre-line" dir="auto">
                {record.message}
              </small>
            </Cell>
            <Cell label={words.columns.from}>
              <span dir="auto">{record.name}</span>
              <small>
                <a href={replyAddress(record)} aria-label={words.reply(record.email)}>
                  {record.email}
                </a>
              </small>
            </Cell>
            <Cell label={words.columns.received}>{formatTimestamp(record.createdAt)}</Cell>
            <Cell label={words.columns.status}>
              <span className="inline-flex flex-wrap gap-1.5">
                <Badge look={record.status === 'new' ? 'solid' : 'dashed'}>{words.statuses[record.status]}</Badge>
                {record.fromPayer && <Badge look="good">{words.priority}</Badge>}
              </span>
            </Cell>
            <Cell className="message-action">
              <RowButton
                label={words.mark(action, record.subject)}
                running={rowChanges.isRunning(record.id)}
                onPress={() =>
                  rowChanges.change(
                    record.id,
                    () => callApi(markContactMessage, { params: { id: record.id }, body: { status: nextStatus } }),
                    { title: words.marked, text: record.subject },
                  )
                }
              >
                {action}
              </RowButton>
            </Cell>
          </tr>
        )
      }}
    />
  )
}

/** Address of a reply. Both parts are encoded, so that the text of a stranger cannot add recipients or a body. */
function replyAddress({ email, subject }: ContactMessageRecord): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
