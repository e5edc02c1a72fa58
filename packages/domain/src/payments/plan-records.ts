import {
  addsSomething,
  boughtPeriod,
  entitlement,
  type LedgerEntry,
  planAfterPurchase,
  refundedCaptures,
} from './ledger.ts'

type PlanEntry = Extract<LedgerEntry, { kind: 'purchase' | 'grant' }>

/** Current state of a purchase or a grant, given the other entries of the account's ledger. */
export interface PlanRecord {
  entry: PlanEntry
  /** `replaced`: a later entry counts instead. `active`: includes a period that begins after the current one. */
  status: 'active' | 'lifetime' | 'ended' | 'replaced' | 'refunded'
  startsAt: Date
  /** null: no end. For a refunded purchase: the time at which it ended. */
  endsAt: Date | null
  refundedCents: number
}

/** Record of one ledger entry; null if it is neither a purchase nor a grant of a paid plan. */
export function planRecord(entries: readonly LedgerEntry[], entryId: string, now: Date): PlanRecord | null {
  const entry = entries.find(({ id }) => id === entryId)
  if ((entry?.kind !== 'purchase' && entry?.kind !== 'grant') || entry.plan === 'free') return null
  const refundedIds = refundedCaptures(entries)
  if (entry.kind === 'purchase' && refundedIds.has(entry.captureId)) {
    return { entry, status: 'refunded', ...periodUntilRefund(entries, entry), refundedCents: entry.amountCents }
  }
  // A refunded purchase counts as never made, so it does not move the periods of later purchases.
  const steps = entries.filter(
    (step): step is PlanEntry =>
      step.kind === 'grant' || (step.kind === 'purchase' && !refundedIds.has(step.captureId)),
  )
  const index = steps.indexOf(entry)
  const { addsNothing, ...period } = derivePeriod(steps, index, entry)
  const refundedCents = partialRefundCents(entries, entry)
  const status = addsNothing ? 'replaced' : deriveStatus(entry, period.endsAt, steps.slice(index + 1), now)
  return { entry, status, ...period, refundedCents }
}

/** Period of a refunded purchase: it ends with the refund, if it did not end before. */
function periodUntilRefund(
  entries: readonly LedgerEntry[],
  { captureId, at }: Extract<PlanEntry, { kind: 'purchase' }>,
) {
  const { startsAt, endsAt } = boughtPeriod(entries, captureId) ?? { startsAt: at, endsAt: null }
  const end = entries.findLast(
    (step) => (step.kind === 'refund' || step.kind === 'chargeback') && step.captureId === captureId,
  )
  const endedAt = earlierOf(end?.at ?? at, endsAt)
  // A purchase for a later period may be refunded before that period starts.
  return { startsAt: earlierOf(startsAt, endedAt), endsAt: endedAt }
}

const earlierOf = (a: Date, b: Date | null): Date => (b !== null && b < a ? b : a)

function derivePeriod(steps: readonly PlanEntry[], index: number, entry: PlanEntry) {
  if (entry.kind === 'grant') return { startsAt: entry.at, endsAt: entry.endsAt, addsNothing: false }
  const previous = entitlement(steps.slice(0, index))
  const { expiresAt: endsAt } = planAfterPurchase(previous, entry.plan, entry.at)
  const { startsAt } = boughtPeriod(steps, entry.captureId) ?? { startsAt: entry.at }
  return { startsAt, endsAt, addsNothing: !addsSomething(previous, entry.plan) }
}

function deriveStatus(
  entry: PlanEntry,
  endsAt: Date | null,
  laterEntries: readonly PlanEntry[],
  now: Date,
): 'active' | 'lifetime' | 'ended' | 'replaced' {
  const end = laterEntries.find(
    ({ kind, plan }) => kind === 'grant' || (plan === 'lifetime' && entry.plan !== 'lifetime'),
  )
  if (endsAt !== null && endsAt <= (end?.at ?? now)) return 'ended'
  if (end) return end.plan === 'free' ? 'ended' : 'replaced'
  return entry.plan === 'lifetime' ? 'lifetime' : 'active'
}

/** Refunded part of a purchase. Each partial refund's entry names the total so far, so the largest counts. */
function partialRefundCents(entries: readonly LedgerEntry[], entry: PlanEntry): number {
  if (entry.kind === 'grant') return 0
  const amounts = entries.map((step) =>
    step.kind === 'partial_refund' && step.captureId === entry.captureId ? step.amountCents : 0,
  )
  return Math.max(0, ...amounts)
}

export const SUBSCRIPTION_STATUSES = ['active', 'lifetime', 'inactive'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** Reads `active` and `lifetime` in any case; all other values are `inactive`. */
export function parseSubscriptionStatus(spelling: string | null | undefined): SubscriptionStatus {
  const lowerCase = spelling?.trim().toLowerCase()
  return lowerCase === 'active' || lowerCase === 'lifetime' ? lowerCase : 'inactive'
}
