import type { sendNotice } from '@kerf/contract/dmca'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { addressBlock } from '@kerf/domain/access/address-block'
import { noticeReference } from '@kerf/domain/moderation/dmca-rules'
import type { From } from '../../ports/accounts.ts'
import type { TakedownNoticeRecord } from '../../ports/admin.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome } from '../shared/outcome.ts'

/** The same notice from the same mailbox within this time was one click too many. */
const DOUBLE_CLICK_MILLISECONDS = 60_000

/** A rights owner's notice: kept here, and sent to the operator's mailbox. Both or neither. */
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
    const cached = await records.takedownNotices.insert(notice)
    await records.mailQueue.enqueue({ kind: 'takedown_notice', noticeId: cached.id, language })
    return done({ reference: noticeReference(cached) })
  })
}
