import { addsSomething, boughtPeriod, entitlement, extended, type LedgerEntry, returnedCaptures } from './ledger.ts'

type PlanEntry = Extract<LedgerEntry, { kind: 'purchase' | 'grant' }>

/** What a purchase or a grant is worth by now, beside everything else that has happened to the same account's plan. */
export interface PlanRecord {
  entry: PlanEntry
  /** `replaced`: something that came later counts in its place. `active`: also what begins when another ends. */
  status: 'active' | 'lifetime' | 'ended' | 'replaced' | 'refunded'
  startsAt: Date
  /** null for what never ends; of what was refunded, when it ended. */
  endsAt: Date | null
  refundedCents: number
}

/** The record of one entry of an account's ledger; null when it neither bought nor gave a plan. */
export function planRecord(entries: readonly LedgerEntry[], entryId: string, now: Date): PlanRecord | null {
  const entry = entries.find(({ id }) => id === entryId)
  if ((entry?.kind !== 'purchase' && entry?.kind !== 'grant') || entry.plan === 'free') return null
  const returned = returnedCaptures(entries)
  if (entry.kind === 'purchase' && returned.has(entry.captureId)) {
    return { entry, status: 'refunded', ...periodUntilReturn(entries, entry), refundedCents: entry.amountCents }
  }
  // What went back counts as never bought, also for what was bought on top of it.
  const steps = entries.filter(
    (step): step is PlanEntry => step.kind === 'grant' || (step.kind === 'purchase' && !returned.has(step.captureId)),
  )
  const place = steps.indexOf(entry)
  const { addsNothing, ...period } = periodOf(steps, place, entry)
  const refundedCents = partlyRefunded(entries, entry)
  const status = addsNothing ? 'replaced' : statusOf(entry, period.endsAt, steps.slice(place + 1), now)
  return { entry, status, ...period, refundedCents }
}

/** The time for which it counted: it ended when the money went back, if it had not ended before. */
function periodUntilReturn(
  entries: readonly LedgerEntry[],
  { captureId, at }: Extract<PlanEntry, { kind: 'purchase' }>,
) {
  const { startsAt, endsAt } = boughtPeriod(entries, captureId) ?? { startsAt: at, endsAt: null }
  const end = entries.findLast(
    (step) => (step.kind === 'refund' || step.kind === 'chargeback') && step.captureId === captureId,
  )
  const endedAt = earlier(end?.at ?? at, endsAt)
  // Bought ahead, it may never have begun.
  return { startsAt: earlier(startsAt, endedAt), endsAt: endedAt }
}

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one)

function periodOf(steps: readonly PlanEntry[], place: number, entry: PlanEntry) {
  if (entry.kind === 'grant') return { startsAt: entry.at, endsAt: entry.endsAt, addsNothing: false }
  const before = entitlement(steps.slice(0, place))
  const { expiresAt: endsAt } = extended(before, entry.plan, entry.at)
  const { startsAt } = boughtPeriod(steps, entry.captureId) ?? { startsAt: entry.at }
  return { startsAt, endsAt, addsNothing: !addsSomething(before, entry.plan) }
}

function statusOf(
  entry: PlanEntry,
  endsAt: Date | null,
  later: readonly PlanEntry[],
  now: Date,
): 'active' | 'lifetime' | 'ended' | 'replaced' {
  const end = later.find(({ kind, plan }) => kind === 'grant' || (plan === 'lifetime' && entry.plan !== 'lifetime'))
  if (endsAt !== null && endsAt <= (end?.at ?? now)) return 'ended'
  if (end) return end.plan === 'free' ? 'ended' : 'replaced'
  return entry.plan === 'lifetime' ? 'lifetime' : 'active'
}

/** Each entry of a partial refund tells all that has gone back by then. */
function partlyRefunded(entries: readonly LedgerEntry[], entry: PlanEntry): number {
  if (entry.kind === 'grant') return 0
  const amounts = entries.map((step) =>
    step.kind === 'partial_refund' && step.captureId === entry.captureId ? step.amountCents : 0,
  )
  return Math.max(0, ...amounts)
}

export const SUBSCRIPTION_STATUSES = ['active', 'lifetime', 'inactive'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** `active` and `lifetime` in any casing; any other value counts as inactive. */
export function parseSubscriptionStatus(spelling: string | null | undefined): SubscriptionStatus {
  const plain = spelling?.trim().toLowerCase()
  return plain === 'active' || plain === 'lifetime' ? plain : 'inactive'
}
