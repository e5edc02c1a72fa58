import type { ContactMessageRecord } from '@kerf/contract/admin-messages'
import { Badge } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { adminKeys, markContactMessage, messagesQuery } from '../admin-queries.ts'
import { timestampWords } from '../figures.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { RowButton } from './RowButton.tsx'
import { useListChange } from './use-list-change.ts'

const words = adminSettingsWords.messages
const COLUMNS = [
  { name: words.columns.message },
  { name: words.columns.from, width: '20%' },
  { name: words.columns.received, width: '15%' },
  { name: words.columns.status, width: '120px' },
  { name: words.columns.actions, width: '230px', silent: true },
]

export function MessagesSection() {
  const [page, setPage] = useState(1)
  const messages = useQuery(messagesQuery(page))
  const list = useListChange<ContactMessageRecord>(adminKeys.messages)
  return (
    <section aria-labelledby="contact-messages">
      <div className="section-head">
        <h2 id="contact-messages">{words.title}</h2>
        <RefreshButton onRefresh={messages.refetch} />
      </div>
      <PagedTable
        label={words.label}
        columns={COLUMNS}
        query={messages}
        page={page}
        onPage={setPage}
        failed={words.failed}
        empty={words.empty}
        row={(record) => {
          const next = record.status === 'new' ? 'answered' : 'new'
          const action = next === 'answered' ? words.answered : words.reopen
          return (
            <tr key={record.id} aria-busy={list.isRunning(record.id)}>
              <Cell>
                <b dir="auto">{record.subject}</b>
                <small className="message-text" dir="auto">
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
              <Cell label={words.columns.received}>{timestampWords(record.createdAt)}</Cell>
              <Cell label={words.columns.status}>
                <Badge look={record.status === 'new' ? 'solid' : 'dashed'}>{words.statuses[record.status]}</Badge>
              </Cell>
              <Cell className="message-action">
                <RowButton
                  label={words.mark(action, record.subject)}
                  running={list.isRunning(record.id)}
                  onPress={() =>
                    list.change(record.id, () => markContactMessage(record.id, next), {
                      title: words.marked,
                      text: record.subject,
                    })
                  }
                >
                  {action}
                </RowButton>
              </Cell>
            </tr>
          )
        }}
      />
    </section>
  )
}

/** Encoded, so that what a stranger typed cannot add recipients or texts of its own. */
function replyAddress({ email, subject }: ContactMessageRecord): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
