import type { NoticeRecord } from '@kerf/contract/admin-moderation'
import type { sendNotice } from '@kerf/contract/dmca'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import { type BlockKey, readBlock } from '@kerf/domain/moderation/blocking'
import { noticeReference } from '@kerf/domain/moderation/dmca-rules'
import type { RequestOrigin } from '../../ports/accounts.ts'
import type { TakedownNoticeRecord } from '../../ports/admin.ts'
import type { Records } from '../../ports/database.ts'
import type { RowPage } from '../../ports/page.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage, mapPage, type PageQuery } from '../shared/pages.ts'
import { addBlock, endBlockedClips } from './blocklist.ts'

type Decision = 'block' | 'dismiss'

export async function listNotices({ database }: Deps<'database'>, page: PageQuery): Promise<RowPage<NoticeRecord>> {
  return mapPage(await database.records.takedownNotices.list(adminPage(page)), describe)
}

/**
 * Blocks every link of a notice, or dismisses the notice. A dismissed notice can still be blocked, but not the reverse.
 */
export async function decideNotice(
  deps: Deps<'database' | 'files' | 'clock'>,
  { id, decision, by }: { id: string; decision: Decision; by: string },
): Promise<Outcome<NoticeRecord>> {
  const result = await deps.database.transaction(async (records) => {
    await records.blocklist.lock()
    const notice = await records.takedownNotices.lock(id)
    if (!notice) return null
    // A repeated decision changes nothing, and a dismissal does not undo blocks.
    if (notice.status === 'blocked' || (notice.status === 'dismissed' && decision === 'dismiss'))
      return { notice, fileKeys: [] }
    return applyDecision(records, notice, { decision, by, at: deps.clock.now() })
  })
  if (!result) return refused('not_found')
  // Deleted after the commit. A crash before this leaves files that the database does not know, which the sweep
  // deletes.
  for (const fileKey of result.fileKeys) await deps.files.delete(fileKey)
  return done(describe(result.notice))
}

async function applyDecision(
  records: Records,
  notice: TakedownNoticeRecord,
  { decision, by, at }: { decision: Decision; by: string; at: Date },
): Promise<{ notice: TakedownNoticeRecord; fileKeys: string[] }> {
  const reference = noticeReference(notice)
  const blocks: BlockKey[] = []
  const unblockableLinks: string[] = []
  for (const link of decision === 'block' ? notice.links : []) {
    const block = readBlock('video', link)
    if (!block.blockable) {
      unblockableLinks.push(link)
      continue
    }
    const { kind, key } = block
    await addBlock(records, { kind, key, link, reason: reference, noticeId: notice.id, by, at })
    blocks.push(block)
  }
  const fileKeys = await endBlockedClips(records, blocks, { reason: reference, at })
  const status = decision === 'block' ? 'blocked' : 'dismissed'
  const change = { status, unblockable: unblockableLinks, decidedAt: at } as const
  await records.takedownNotices.decide(notice.id, change)
  const details =
    decision === 'block'
      ? `blocked: ${blocks.length} of ${notice.links.length} links${unblockableLinks.length > 0 ? '; the others lead to nothing that can be blocked' : ''}`
      : 'dismissed'
  const target = { kind: 'notice', id: notice.id, name: reference } as const
  await noteAction(records, { by, at, action: 'notice_decided', target, details })
  return { notice: { ...notice, ...change }, fileKeys }
}

function describe(notice: TakedownNoticeRecord): NoticeRecord {
  const { number: _, createdAt, decidedAt, ...fields } = notice
  return {
    ...fields,
    reference: noticeReference(notice),
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

/** Time within which an identical notice from the same mailbox counts as a double click. */
const DOUBLE_CLICK_WINDOW_MILLISECONDS = 60_000

export function giveNotice(
  deps: Deps<'database' | 'limits' | 'clock'>,
  {
    notice: { goodFaith: _, accurate: __, ...fields },
    caller,
    language,
  }: RequestOrigin & { notice: BodyOf<typeof sendNotice> },
): Promise<Outcome<{ reference: string }>> {
  return deps.database.transaction(async (records) => {
    const createdAt = deps.clock.now()
    const notice: Omit<TakedownNoticeRecord, 'number'> = {
      ...fields,
      email: fields.email.toLowerCase(),
      links: [...new Set(fields.links)],
      id: newId(),
      status: 'open',
      unblockable: [],
      createdAt,
      decidedAt: null,
    }
    await records.takedownNotices.lockSender(notice.email)
    const notBefore = new Date(createdAt.getTime() - DOUBLE_CLICK_WINDOW_MILLISECONDS)
    // Checked before the limit, so that the second click is answered like the first.
    const twin = await records.takedownNotices.findTwin(notice, notBefore)
    if (twin) return done({ reference: noticeReference(twin) })
    const attemptOutcome = await deps.limits.takeWithin(records, [
      { kind: 'notice', of: ipAddressBlock(caller.ipAddress) },
    ])
    if (!attemptOutcome.ok) return attemptOutcome
    const storedNotice = await records.takedownNotices.insert(notice)
    await records.mailQueue.enqueue({ kind: 'takedown_notice', noticeId: storedNotice.id, language })
    return done({ reference: noticeReference(storedNotice) })
  })
}
