import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { PaymentOrderRecord, ProviderCapture, ProviderOrder } from '../../ports/payments.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { updatePlanFromLedger } from './grant-plan.ts'
import { sendReceipt, sendRefundNotice } from './payment-emails.ts'
import { updateOrder } from './update-order.ts'

type SettleDeps = Deps<'database' | 'clock' | 'log'>

export interface Settlement {
  order: PaymentOrderRecord
  /** Whether reference, amount and currency of the provider's order match ours. If not, nothing is granted. */
  isAgreed: boolean
}

type CapturedMoney = { orderId: string; captureId: string; amountCents: number; currency: 'USD' }
type DisputedCapture = Pick<CapturedMoney, 'orderId' | 'captureId'>

/**
 * Applies the provider's order to our order, the ledger, the account's plan, and the emails, in one transaction. A
 * repeated or outdated answer changes nothing: captured money never becomes uncaptured, and refunded money never
 * becomes unrefunded. Throws if our order does not exist.
 */
export async function settlePayment(
  deps: SettleDeps,
  { orderId, providerOrder }: { orderId: string; providerOrder: ProviderOrder },
): Promise<Settlement> {
  return await deps.database.transaction((records) => settleWithin(deps, records, orderId, providerOrder))
}

/**
 * Applies the provider's order within the caller's transaction. Locks the order before the account, as all callers do.
 */
export async function settleWithin(
  deps: SettleDeps,
  records: Records,
  orderId: string,
  providerOrder: ProviderOrder,
): Promise<Settlement> {
  const { order, account } = await lockOrderAndAccount(records, orderId)
  const complaint = describeDisagreement(order, providerOrder)
  if (complaint) {
    deps.log.error({ ...idsOf(order), complaint }, 'a payment is not what was ordered: nothing is granted for it')
    await records.orders.update(order.id, { nextCheckAt: null })
    return { order: { ...order, nextCheckAt: null }, isAgreed: false }
  }
  const capture = decisiveCapture(order, providerOrder)
  let change: Partial<PaymentOrderRecord> = {}
  if (capture && isCaptured(capture)) change = await settleCaptured(deps, records, order, account, capture)
  else if (order.paidAt === null && order.status !== 'refunded')
    change = capture
      ? changeOfUncaptured(capture)
      : isOpen(order) && providerOrder.status === 'VOIDED'
        ? { status: 'abandoned' }
        : {}
  return { order: await updateOrder(records, order, change, deps.clock.now()), isAgreed: true }
}

async function settleCaptured(
  deps: SettleDeps,
  records: Records,
  order: PaymentOrderRecord,
  account: AccountRecord | null,
  capture: ProviderCapture,
): Promise<Partial<PaymentOrderRecord>> {
  const now = deps.clock.now()
  const money = moneyOf(order, capture.id)
  const entry = { id: newId(), accountId: order.accountId, at: now }
  const isNewPurchase = await records.ledger.add({ ...entry, kind: 'purchase', plan: order.plan, ...money })
  // After a dispute, the provider may still report the capture as completed, or report the refund again.
  const wasRefunded = order.status === 'refunded'
  const refundedCents = Math.max(order.refundedCents, capture.refundedCents)
  const isNewlyRefunded = !wasRefunded && refundedCents >= order.amountCents
  if (isNewlyRefunded) await records.ledger.add({ ...entry, id: newId(), kind: 'refund', ...money })
  else if (!wasRefunded && refundedCents > order.refundedCents)
    await records.ledger.add({ ...entry, id: newId(), kind: 'partial_refund', ...money, amountCents: refundedCents })

  const paidAt = order.paidAt ?? now
  const receiptNumber = order.receiptNumber ?? (await records.orders.takeReceiptNumber())
  const status = isNewlyRefunded || wasRefunded ? 'refunded' : 'completed'
  const change = { status, captureId: capture.id, refundedCents, paidAt, receiptNumber } as const
  if (isNewPurchase || isNewlyRefunded) await applyPlan(deps, records, { ...order, ...change }, account)
  if (account && isNewPurchase && status === 'completed') await sendReceipt(records, { ...order, ...change })
  if (account && isNewlyRefunded) await sendRefundNotice(records, order)
  return change
}

/** Records a chargeback: after a dispute, the provider has taken the whole amount back. The event must be verified. */
export async function reverseWithin(
  deps: SettleDeps,
  records: Records,
  disputedCapture: DisputedCapture,
): Promise<void> {
  const { orderId, captureId } = disputedCapture
  const { order, account } = await lockOrderAndAccount(records, orderId)
  if (isOtherCapture(deps, order, captureId)) return
  const entry = { id: newId(), accountId: order.accountId, at: deps.clock.now() }
  const isNewEntry = await records.ledger.add({ ...entry, kind: 'chargeback', ...moneyOf(order, captureId) })
  if (!isNewEntry || order.status === 'refunded') return
  const change = { status: 'refunded', captureId, refundedCents: order.amountCents } as const
  await applyPlan(deps, records, await updateOrder(records, order, change, deps.clock.now()), account)
  if (account && order.paidAt) await sendRefundNotice(records, order)
}

/** Records a reinstatement: the provider has returned money that a dispute had taken. */
export async function reinstateWithin(
  deps: SettleDeps,
  records: Records,
  disputedCapture: DisputedCapture,
): Promise<void> {
  const { orderId, captureId } = disputedCapture
  const { order, account } = await lockOrderAndAccount(records, orderId)
  if (isOtherCapture(deps, order, captureId) || order.status !== 'refunded' || order.paidAt === null) return
  const entries = (await records.ledger.listFor(order.accountId)).filter((entry) => isAbout(entry, captureId))
  if (!entries.some(({ kind }) => kind === 'chargeback') || entries.some(({ kind }) => kind === 'refund')) return
  const entry = { id: newId(), accountId: order.accountId, at: deps.clock.now() }
  if (!(await records.ledger.add({ ...entry, kind: 'reinstatement', ...moneyOf(order, captureId) }))) return
  const refundedCents = entries.findLast((entry) => entry.kind === 'partial_refund')?.amountCents ?? 0
  const change = { status: 'completed', refundedCents } as const
  await applyPlan(deps, records, await updateOrder(records, order, change, deps.clock.now()), account)
}

async function lockOrderAndAccount(records: Records, orderId: string) {
  const order = await records.orders.lock(orderId)
  if (!order) throw new Error('There is no such order.')
  return { order, account: await records.accounts.lock(order.accountId) }
}

function isOtherCapture({ log }: SettleDeps, order: PaymentOrderRecord, captureId: string): boolean {
  if (order.captureId === null || order.captureId === captureId) return false
  log.error({ ...idsOf(order), claimed: captureId }, 'a dispute is about money that was not taken for its order')
  return true
}

async function applyPlan(
  { log }: SettleDeps,
  records: Records,
  order: PaymentOrderRecord,
  account: AccountRecord | null,
): Promise<void> {
  const { plan, status } = order
  if (account) {
    await updatePlanFromLedger(records, account.id)
    log.info({ ...idsOf(order), plan, status }, 'payment settled')
  } else {
    // Logged as an error, because the operator has to refund money of a deleted account.
    const level = status === 'completed' ? 'error' : 'warn'
    log[level]({ ...idsOf(order), plan, status }, 'payment settled for an account that is deleted')
  }
}

export const isOpen = ({ status }: PaymentOrderRecord) => status === 'created' || status === 'capturing'

const isAbout = (entry: object, captureId: string) => 'captureId' in entry && entry.captureId === captureId

const changeOfUncaptured = ({ id, status }: ProviderCapture): Partial<PaymentOrderRecord> => ({
  status: status === 'PENDING' ? 'pending' : 'declined',
  captureId: id,
})

function moneyOf({ id, amountCents, currency }: PaymentOrderRecord, captureId: string): CapturedMoney {
  return { orderId: id, captureId, amountCents, currency }
}

const idsOf = ({ id, providerOrderId, accountId }: PaymentOrderRecord) => ({ orderId: id, providerOrderId, accountId })

const CAPTURE_RANK: Readonly<Record<ProviderCapture['status'], number>> = {
  COMPLETED: 3,
  PARTIALLY_REFUNDED: 3,
  REFUNDED: 3,
  PENDING: 2,
  DECLINED: 1,
  FAILED: 1,
}

const isCaptured = ({ status }: ProviderCapture): boolean => CAPTURE_RANK[status] === 3

/** The decisive capture of an order: a successful one if there is one, else a pending one. */
function decisiveCapture(order: PaymentOrderRecord, providerOrder: ProviderOrder): ProviderCapture | null {
  const rank = (capture: ProviderCapture) => CAPTURE_RANK[capture.status] + (capture.id === order.captureId ? 0.5 : 0)
  return providerOrder.captures.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

/** Describes how the provider's order differs from ours; null if both match. */
function describeDisagreement(order: PaymentOrderRecord, providerOrder: ProviderOrder): string | null {
  const isWrong = (claimedAmount: { amountCents: number; currency: string }) =>
    claimedAmount.amountCents !== order.amountCents || claimedAmount.currency !== order.currency
  const capture = decisiveCapture(order, providerOrder)
  if (providerOrder.id !== order.providerOrderId) return 'another order'
  if (providerOrder.reference !== order.id) return 'another reference'
  if (isWrong(providerOrder)) return 'another amount was ordered'
  if (capture && isWrong(capture)) return 'another amount was taken'
  return null
}
