import type { NoticeRecord } from '@kerf/contract/admin-moderation'
import type { sendNotice } from '@kerf/contract/dmca'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { addressBlock } from '@kerf/domain/access/address-block'
import { type BlockKey, readBlock } from '@kerf/domain/moderation/blocking'
import { noticeReference } from '@kerf/domain/moderation/dmca-rules'
import type { From } from '../../ports/accounts.ts'
import type { TakedownNoticeRecord } from '../../ports/admin.ts'
import type { Records } from '../../ports/database.ts'
import type { Page } from '../../ports/page.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { type AskedPage, adminPage, mapPage } from '../shared/pages.ts'
import { addBlock, endBlockedClips } from './blocklist.ts'

type Decision = 'block' | 'dismiss'

export async function listNotices({ database }: Deps<'database'>, page: AskedPage): Promise<Page<NoticeRecord>> {
  return mapPage(await database.records.takedownNotices.list(adminPage(page)), describe)
}

/** Blocks every link of it in one go, or lays it aside, which can still be thought over. What is blocked stays blocked. */
export async function decideNotice(
  deps: Deps<'database' | 'files' | 'clock'>,
  { id, decision, by }: { id: string; decision: Decision; by: string },
): Promise<Outcome<NoticeRecord>> {
  const decided = await deps.database.transaction(async (records) => {
    await records.blocklist.lock()
    const notice = await records.takedownNotices.lock(id)
    if (!notice) return null
    // Decided so already, or by somebody else before: nothing happens twice, and no block is undone by a dismissal.
    if (notice.status === 'blocked' || (notice.status === 'dismissed' && decision === 'dismiss'))
      return { notice, fileKeys: [] }
    return settle(records, notice, { decision, by, at: deps.clock.now() })
  })
  if (!decided) return refused('not_found')
  // After the commit: a crash in between leaves files that the database does not know, which the sweep deletes.
  for (const fileKey of decided.fileKeys) await deps.files.delete(fileKey)
  return done(describe(decided.notice))
}

async function settle(
  records: Records,
  notice: TakedownNoticeRecord,
  { decision, by, at }: { decision: Decision; by: string; at: Date },
): Promise<{ notice: TakedownNoticeRecord; fileKeys: string[] }> {
  const reference = noticeReference(notice)
  const blocked: BlockKey[] = []
  const unblockable: string[] = []
  for (const link of decision === 'block' ? notice.links : []) {
    const read = readBlock('video', link)
    if (!read.blockable) {
      unblockable.push(link)
      continue
    }
    const { kind, key } = read
    await addBlock(records, { kind, key, link, reason: reference, noticeId: notice.id, by, at })
    blocked.push(read)
  }
  const fileKeys = await endBlockedClips(records, blocked, { reason: reference, at })
  const status = decision === 'block' ? 'blocked' : 'dismissed'
  const change = { status, unblockable, decidedAt: at } as const
  await records.takedownNotices.decide(notice.id, change)
  const details =
    decision === 'block'
      ? `blocked: ${blocked.length} of ${notice.links.length} links${unblockable.length > 0 ? '; the others lead to nothing that can be blocked' : ''}`
      : 'dismissed'
  const target = { kind: 'notice', id: notice.id, name: reference } as const
  await noteAction(records, { by, at, action: 'notice_decided', target, details })
  return { notice: { ...notice, ...change }, fileKeys }
}

function describe(notice: TakedownNoticeRecord): NoticeRecord {
  const { number: _, createdAt, decidedAt, ...rest } = notice
  return {
    ...rest,
    reference: noticeReference(notice),
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

/** The same notice from the same mailbox within this time was one click too many. */
const DOUBLE_CLICK_MILLISECONDS = 60_000

export function giveNotice(
  deps: Deps<'database' | 'limits' | 'clock'>,
  { notice: { goodFaith: _, accurate: __, ...given }, caller, language }: From & { notice: BodyOf<typeof sendNotice> },
): Promise<Outcome<{ reference: string }>> {
  return deps.database.transaction(async (records) => {
    const createdAt = deps.clock.now()
    const notice: Omit<TakedownNoticeRecord, 'number'> = {
      ...given,
      email: given.email.toLowerCase(),
      links: [...new Set(given.links)],
      id: newId(),
      status: 'open',
      unblockable: [],
      createdAt,
      decidedAt: null,
    }
    await records.takedownNotices.lockSender(notice.email)
    const recently = new Date(createdAt.getTime() - DOUBLE_CLICK_MILLISECONDS)
    // Before it is counted: the second click must not be refused for what the first one has done already.
    const twin = await records.takedownNotices.findTwin(notice, recently)
    if (twin) return done({ reference: noticeReference(twin) })
    const taken = await deps.limits.takeWithin(records, [{ kind: 'notice', of: addressBlock(caller.address) }])
    if (!taken.ok) return taken
    const inserted = await records.takedownNotices.insert(notice)
    await records.mailQueue.enqueue({ kind: 'takedown_notice', noticeId: inserted.id, language })
    return done({ reference: noticeReference(inserted) })
  })
}
