import { ENDED_INVITATION_DAYS } from '@kerf/domain/access/access-mode'
import { MAX_RETENTION_HOURS, STRANGER_ENTRY_DAYS } from '@kerf/domain/jobs/retention'
import { DELIVERY_DAYS } from '@kerf/domain/webhooks/webhook'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { Deps } from '../shared/deps.ts'

/** The link that confirms works for less than this. */
const UNCONFIRMED_DAYS = 7
/** No browser keeps the cookie that a stranger is known by any longer. */
const STRANGER_DAYS = 400

/** The payment provider gives up after three days, and its operators can send a notice once more for a month. */
const NOTICE_DAYS = 60

export async function sweepRecords(deps: Deps<'database' | 'accounts' | 'clock'>): Promise<void> {
  const { attempts, invitations, newsletter, webhookDeliveries, webhookEvents, tokens, viewers, userData } =
    deps.database.records
  const now = deps.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS)
  await attempts.sweep(now)
  await invitations.sweep(daysAgo(ENDED_INVITATION_DAYS))
  await deps.accounts.sweep(now)
  // What their emails carried lives longer, and names them.
  for (const email of await newsletter.sweepUnconfirmed(daysAgo(UNCONFIRMED_DAYS))) await tokens.forgetSubscriber(email)
  await webhookDeliveries.sweep(daysAgo(DELIVERY_DAYS))
  await webhookEvents.sweep(daysAgo(NOTICE_DAYS))
  await viewers.sweep(daysAgo(STRANGER_DAYS))
  await userData.sweep({
    strangersBefore: daysAgo(STRANGER_ENTRY_DAYS),
    unusedBefore: daysAgo(MAX_RETENTION_HOURS / 24),
  })
}
