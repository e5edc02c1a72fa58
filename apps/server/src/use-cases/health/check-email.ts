import type { AdminHealth } from '@kerf/contract/admin-settings'
import { type Check, degraded, failing, off, ok, say } from '@kerf/domain/health/health-check'
import type { WaitingEmails } from '../../ports/emails.ts'
import type { Deps, EmailDelivery } from '../shared/deps.ts'
import { withinTime } from './within-time.ts'

/** A email takes seconds. */
const LONG_WAIT_MILLISECONDS = 10 * 60_000

/** Whether emails leave. */
export async function checkEmail({
  mailWorker,
  emailDelivery,
  clock,
}: Deps<'mailWorker' | 'emailDelivery' | 'clock'>): Promise<AdminHealth['checks']['mail']> {
  const emails = await withinTime(mailWorker.emails()).catch(() => null)
  if (!emails) return failing(say('mail_silent'))
  const way = await withinTime(emailDelivery()).catch(() => null)
  if (!way) return degraded(say('mail_no_worker'))
  const stuck = describeStuck(emails, way, clock.now())
  if (stuck) return stuck
  return way.toOutbox ? off(say('mail_outbox', way.place)) : ok(say('mail_ok', way.place))
}

function describeStuck(emails: WaitingEmails, way: EmailDelivery, now: Date): Check | null {
  const { waiting, tried, oldestAt, givenUp } = emails
  const reason = way.lastFailure()?.replace(/\.$/, '') ?? ''
  const advice = say(way.toOutbox ? 'mail_advice_outbox' : 'mail_advice_server', way.place)
  if (givenUp > 0) return failing(say('mail_given_up', givenUp, waiting, reason), advice)
  if (oldestAt && now.getTime() - oldestAt.getTime() >= LONG_WAIT_MILLISECONDS)
    return failing(say('mail_waiting', waiting, reason), advice)
  return tried > 0 ? degraded(say('mail_tried', tried, reason), advice) : null
}
