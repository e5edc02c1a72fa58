import { ENDED_INVITATION_DAYS } from '@kerf/domain/access/access-mode'
import { MAX_RETENTION_HOURS, STRANGER_ENTRY_DAYS } from '@kerf/domain/jobs/retention'
import { DELIVERY_DAYS } from '@kerf/domain/webhooks/webhook'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { Deps } from '../shared/deps.ts'

/** Life of an unconfirmed newsletter request. Its confirmation link expires earlier. */
const UNCONFIRMED_DAYS = 7
/** Days for which a stranger's record is stored. Browsers keep its cookie no longer. */
const STRANGER_DAYS = 400

/** Life of stored webhook event ids. The provider retries for three days, and can resend an event for a month. */
const WEBHOOK_EVENT_DAYS = 60

export async function sweepRecords(deps: Deps<'database' | 'accounts' | 'clock'>): Promise<void> {
  const { attempts, invitations, newsletter, shares, webhookDeliveries, webhookEvents, tokens, viewers, userData } =
    deps.database.records
  const now = deps.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS)
  await attempts.sweep(now)
  await invitations.sweep(daysAgo(ENDED_INVITATION_DAYS))
  await deps.accounts.sweep(now)
  // Tokens in emails to these subscribers live longer, and contain the address.
  for (const email of await newsletter.sweepUnconfirmed(daysAgo(UNCONFIRMED_DAYS))) await tokens.forgetSubscriber(email)
  await webhookDeliveries.sweep(daysAgo(DELIVERY_DAYS))
  await webhookEvents.sweep(daysAgo(WEBHOOK_EVENT_DAYS))
  await shares.sweep(now)
  await viewers.sweep(daysAgo(STRANGER_DAYS))
  await userData.sweep({
    strangersBefore: daysAgo(STRANGER_ENTRY_DAYS),
    unusedBefore: daysAgo(MAX_RETENTION_HOURS / 24),
  })
}
