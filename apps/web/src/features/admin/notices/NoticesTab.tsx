import { decideNotice, listNotices, type NoticeRecord } from '@kerf/contract/admin-moderation'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { Joined } from '@kerf/ui/Button'
import { Cell } from '@kerf/ui/DataTable'
import { useState } from 'react'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { formatTimestamp } from '../formatting.ts'
import { ConfirmDialog } from '../lists/ConfirmDialog.tsx'
import { ListSection } from '../lists/ListSection.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'
import { BlocklistSection } from './BlocklistSection.tsx'
import { SharesSection } from './SharesSection.tsx'

const words = adminSettingsWords.notices
const BADGE_LOOKS: Readonly<Record<NoticeRecord['status'], BadgeLook>> = {
  open: 'solid',
  blocked: 'fault',
  dismissed: 'dashed',
}
const COLUMNS = [
  { name: words.columns.work },
  { name: words.columns.from, width: '20%' },
  { name: words.columns.received, width: '15%' },
  { name: words.columns.status, width: '120px' },
  { name: words.columns.actions, width: '190px', silent: true },
]

/** Notices of the owners of videos, and the list of blocked links. */
export function NoticesTab() {
  const [selectedNotice, setSelectedNotice] = useState<NoticeRecord | null>(null)
  const rowChanges = useRowChanges<NoticeRecord>(adminKeys.notices, [adminKeys.stats, adminKeys.blocklist])
  const decide = ({ id }: NoticeRecord, decision: 'block' | 'dismiss') =>
    rowChanges.change(
      id,
      () => callApi(decideNotice, { body: { id, decision } }),
      decision === 'block' ? { title: words.blocked, text: words.blockedText } : { title: words.dismissed },
    )

  return (
    <div className="grid gap-12">
      <ListSection
        id={HEADING_ID}
        words={words}
        columns={COLUMNS}
        query={(page) => listQuery(adminKeys.notices, listNotices, page)}
        row={(notice) => (
          <tr key={notice.id} aria-busy={rowChanges.isRunning(notice.id)}>
            <Cell>
              <b dir="auto">{notice.work}</b>
              {/* The links are plain text, because a click should not lead to addresses of strangers. */}
              {notice.links.map((link) => (
                <small key={link}>{link}</small>
              ))}
              <small>{words.reference(notice.reference)}</small>
              {notice.unblockable.length > 0 && <small>{words.unblockable(notice.unblockable.join(', '))}</small>}
            </Cell>
            <Cell label={words.columns.from}>
              <span dir="auto">{notice.name}</span>
              <small>{notice.email}</small>
              <small>{notice.phone}</small>
              <small className="whitespace-pre-line" dir="auto">
                {notice.address}
              </small>
              <small dir="auto">{words.signed(notice.signature)}</small>
            </Cell>
            <Cell label={words.columns.received}>{formatTimestamp(notice.createdAt)}</Cell>
            <Cell label={words.columns.status}>
              <Badge look={BADGE_LOOKS[notice.status]}>{words.statuses[notice.status]}</Badge>
            </Cell>
            <Cell>
              {notice.status !== 'blocked' && (
                <Joined className="justify-end max-[560px]:flex-col">
                  <RowButton
                    id={blockButtonId(notice)}
                    label={words.decide(words.block, notice.work)}
                    running={rowChanges.isRunning(notice.id)}
                    onPress={() => setSelectedNotice(notice)}
                  >
                    {words.block}
                  </RowButton>
                  {notice.status === 'open' && (
                    <RowButton
                      label={words.decide(words.dismiss, notice.work)}
                      running={rowChanges.isRunning(notice.id)}
                      onPress={() => decide(notice, 'dismiss')}
                    >
                      {words.dismiss}
                    </RowButton>
                  )}
                </Joined>
              )}
            </Cell>
          </tr>
        )}
      />
      {selectedNotice && (
        <ConfirmDialog
          title={words.blockTitle}
          text={words.blockText}
          confirm={words.blockConfirm}
          running={rowChanges.isRunning(selectedNotice.id)}
          onConfirm={() => decide(selectedNotice, 'block').then(() => setSelectedNotice(null))}
          onClose={() => setSelectedNotice(null)}
          // A blocked notice has no button any more, so the heading takes the focus.
          returnFocusTo={() =>
            document.getElementById(blockButtonId(selectedNotice)) ?? document.getElementById(HEADING_ID)
          }
        />
      )}
      <BlocklistSection />
      <SharesSection />
    </div>
  )
}

const HEADING_ID = 'dmca-notices'
const blockButtonId = ({ id }: NoticeRecord): string => `block-notice-${id}`
