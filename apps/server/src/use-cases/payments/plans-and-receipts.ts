import type { SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import type { PaymentSetup } from '@kerf/contract/payment'
import type { PlanTerms } from '@kerf/contract/plans'
import type { Payment } from '@kerf/contract/user'
import { boughtPeriod, formatReceiptNumber, type LedgerEntry } from '@kerf/domain/payments/ledger'
import { planRecord } from '@kerf/domain/payments/plan-records'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans/plans'
import type { PlanEntryRecord } from '../../ports/admin.ts'
import type { RowPage } from '../../ports/page.ts'
import { type OrderStatus, type PaymentOrderRecord, PaymentProviderError } from '../../ports/payments.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveTerms } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage, type PageQuery } from '../shared/pages.ts'
import { effectiveProvider, type PaymentDeps, type ProviderDeps } from './payment-settings.ts'

export async function readPlans(deps: ProviderDeps): Promise<PlanTerms> {
  return {
    plans: PLAN_IDS.map((id) => PLANS[id]),
    ...(await effectiveTerms(deps.database.records)),
    payments: (await effectiveProvider(deps)) !== null,
  }
}

export async function readPaymentSetup({ provider, log }: PaymentDeps): Promise<Outcome<PaymentSetup>> {
  const { clientId, environment } = provider
  try {
    return done({ clientToken: await provider.createClientToken(), clientId, environment, currency: 'USD' })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.warn({ err: error }, 'the payment provider gives no token for its buttons')
    return refused('payment_failed')
  }
}

/** Status of an order for its buyer; null for orders that were never paid, which are not listed. */
const STATUS_FOR_BUYER: Readonly<Record<OrderStatus, Payment['status'] | null>> = {
  created: null,
  capturing: 'pending',
  pending: 'pending',
  completed: 'paid',
  declined: 'failed',
  refunded: 'refunded',
  abandoned: null,
}

export async function listReceipts({ database }: Deps<'database'>, accountId: string): Promise<Payment[]> {
  const orders = await database.records.orders.listFor(accountId)
  const entries = await database.records.ledger.listFor(accountId)
  return orders.flatMap((order) => describePayment(order, entries) ?? [])
}

function describePayment(order: PaymentOrderRecord, entries: readonly LedgerEntry[]): Payment | null {
  const { providerOrderId, plan, amountCents, currency, receiptNumber, refundedCents, createdAt, paidAt } = order
  const status = STATUS_FOR_BUYER[order.status]
  if (status === null || providerOrderId === null) return null
  const period = order.captureId === null ? null : boughtPeriod(entries, order.captureId)
  return {
    id: providerOrderId,
    plan,
    amountCents,
    currency,
    status,
    receiptNumber: receiptNumber === null || paidAt === null ? null : formatReceiptNumber(receiptNumber, paidAt),
    refundedCents,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    startsAt: period?.startsAt.toISOString() ?? null,
    endsAt: period?.endsAt?.toISOString() ?? null,
  }
}

export async function listSubscriptions(
  deps: Deps<'database' | 'clock'>,
  page: PageQuery,
): Promise<RowPage<SubscriptionRecord>> {
  const { planEntries } = deps.database.records
  const entries = await planEntries.list(adminPage(page))
  const ledgers = await planEntries.ledgersOf(entries.rows.map(({ accountId }) => accountId))
  const now = deps.clock.now()
  const rows = entries.rows.flatMap((entry) => describe(entry, ledgers.get(entry.accountId) ?? [], now) ?? [])
  return { rows, total: entries.total }
}

function describe(
  { entryId, accountId, owner }: PlanEntryRecord,
  ledger: readonly LedgerEntry[],
  now: Date,
): SubscriptionRecord | null {
  const record = planRecord(ledger, entryId, now)
  if (!record) return null
  const { entry, status, startsAt, endsAt, refundedCents } = record
  return {
    id: entryId,
    userId: accountId,
    userName: owner ? owner.name || owner.email : null,
    userEmail: owner?.email ?? null,
    status,
    plan: entry.plan,
    amount: entry.kind === 'purchase' ? entry.amountCents / 100 : 0,
    refundedAmount: refundedCents / 100,
    given: entry.kind === 'grant',
    currency: entry.kind === 'purchase' ? entry.currency : 'USD',
    currentPeriodStart: startsAt.toISOString(),
    currentPeriodEnd: endsAt?.toISOString() ?? null,
    createdAt: entry.at.toISOString(),
  }
}
