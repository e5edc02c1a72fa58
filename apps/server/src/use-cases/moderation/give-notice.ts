import type { sendNotice } from '@kerf/contract/dmca'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { Language } from '@kerf/domain/language'
import { noticeReference } from '@kerf/domain/moderation/dmca-rules'
import type { Caller } from '../../ports/accounts.ts'
import type { TakedownNoticeRecord } from '../../ports/admin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import type { LimitAttempts } from '../accounts/limit-attempts.ts'
import { newId } from '../new-id.ts'
import { done, type Outcome } from '../outcome.ts'

/** The same notice from the same mailbox within this time was one click too many. */
const DOUBLE_CLICK_MILLISECONDS = 60_000

/** A rights owner's notice: kept here, and sent to the operator's mailbox. Both or neither. */
export function giveNotice(deps: { database: Database; limits: LimitAttempts; clock: Clock }) {
  return (
    // The two statements are made by sending it at all: without them it is no notice.
    { goodFaith: _, accurate: __, ...given }: BodyOf<typeof sendNotice>,
    caller: Caller,
    language: Language,
  ): Promise<Outcome<{ reference: string }>> =>
    deps.database.transaction(async (records) => {
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
      const kept = await records.takedownNotices.insert(notice)
      await records.mailQueue.enqueue({ kind: 'takedown_notice', noticeId: kept.id, language })
      return done({ reference: noticeReference(kept) })
    })
}
