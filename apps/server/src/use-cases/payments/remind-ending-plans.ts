import { planAt } from '@kerf/domain/plans/plans'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSettings, sellsPlans } from '../shared/effective-settings.ts'

const REMINDERS = [
  { reminder: 'week', from: DAY_MILLISECONDS, until: 7 * DAY_MILLISECONDS },
  { reminder: 'day', from: 0, until: DAY_MILLISECONDS },
] as const

/**
 * Reminds owners of ending plans a week and a day before, once each, unless the plan is shorter. Where nothing is sold,
 * nobody can buy again, so nobody is reminded. Returns the number of emails.
 */
export async function remindEndingPlans({
  database,
  clock,
  presets,
}: Deps<'database' | 'clock' | 'presets'>): Promise<number> {
  if (!sellsPlans(await effectiveSettings(database.records, presets))) return 0
  const now = clock.now()
  const timeIn = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  let emails = 0
  for (const { reminder, from, until } of REMINDERS) {
    const endingPlans = await database.records.endingPlans.listUnsent(timeIn(from), timeIn(until), reminder)
    for (const { accountId, endsAt } of endingPlans) {
      const isReminded = await database.transaction(async (records) => {
        if (!(await records.endingPlans.noteSent(accountId, endsAt, reminder, now))) return false
        return await remind(records, { accountId, endsAt, withinMilliseconds: until, now })
      })
      if (isReminded) emails += 1
    }
  }
  return emails
}

async function remind(
  records: Records,
  plan: { accountId: string; endsAt: Date; withinMilliseconds: number; now: Date },
): Promise<boolean> {
  const { accountId, endsAt, withinMilliseconds, now } = plan
  const account = await records.accounts.find(accountId)
  if (!account?.isActive || planAt(account, now) === 'free') return false
  const lastStart = (await records.ledger.listFor(accountId)).findLast(
    ({ kind }) => kind === 'purchase' || kind === 'grant' || kind === 'reinstatement',
  )
  if (lastStart && endsAt.getTime() - lastStart.at.getTime() <= withinMilliseconds) return false
  const [latestOrder] = await records.orders.listFor(accountId)
  const language = latestOrder?.language ?? 'en'
  await records.mailQueue.enqueue({ kind: 'plan_ends', language, accountId, endsAt: endsAt.toISOString() })
  return true
}
