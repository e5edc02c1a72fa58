import type { SubscriptionInfo } from '@kerf/contract/user'
import { isFreshOrder } from '@kerf/domain/payments/payment-checks'
import { planAt } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { type OrderStatus, type PaymentOrderRecord, PaymentProviderError } from '../../ports/payments.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSettings, sellsPlans } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { describeSubscription } from './grant-plan.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { settlePayment } from './settle-payment.ts'
import { captureMoney } from './take-money.ts'
import { updateOrder } from './update-order.ts'

type CaptureOutcome = Outcome<{ status: string }>

/**
 * Captures an approved order. The order's status is stored before the provider is called, so that a lost answer is
 * found later. Where nothing is sold any more, no capture begins.
 */
export async function captureOrder(
  deps: PaymentDeps,
  { account, providerOrderId }: { account: AccountRecord; providerOrderId: string },
): Promise<CaptureOutcome> {
  const { database } = deps
  const ownOrder = await findOwnOrder(database.records, account.id, providerOrderId)
  if (!ownOrder) return refused('not_found')
  const start = await database.transaction((records) => beginCapture(deps, records, ownOrder.id))
  if (!start.ok) return start
  const order = start.value
  if (order.status !== 'capturing') return OUTCOME_BY_STATUS[order.status]
  const captureTry = await captureMoney(deps, { ...order, providerOrderId })
  if (!captureTry.isKnown) return done({ status: 'PENDING' })
  return captureTry.isAgreed ? OUTCOME_BY_STATUS[captureTry.order.status] : refused('payment_failed')
}

async function beginCapture(
  { clock, presets }: Deps<'clock' | 'presets'>,
  records: Records,
  id: string,
): Promise<Outcome<PaymentOrderRecord>> {
  const order = await records.orders.lock(id)
  if (!order) return refused('not_found')
  if (order.status !== 'created') return done(order)
  if (!sellsPlans(await effectiveSettings(records, presets)))
    return refused('payment_failed', { meaning: 'Nothing is sold on this server any more. No money was taken.' })
  const account = await records.accounts.lock(order.accountId)
  // The account was deleted meanwhile.
  if (!account) return refused('not_found')
  // A lifetime plan was bought in another tab or granted after this order was created.
  if (planAt(account, clock.now()) === 'lifetime') return refused('plan_owned')
  // The account's row is locked, so that of two tabs, the second finds the first one's capture.
  const otherOrders = (await records.orders.listFor(account.id)).filter((otherOrder) => otherOrder.id !== id)
  if (otherOrders.some((otherOrder) => isMadeUseless(order, otherOrder, clock.now()))) return refused('payment_pending')
  return done(await updateOrder(records, order, { status: 'capturing' }, clock.now()))
}

/**
 * Whether a capture in progress makes this order useless, or this order would make that capture useless: one of the two
 * is for a lifetime plan.
 */
function isMadeUseless(order: PaymentOrderRecord, otherOrder: PaymentOrderRecord, now: Date): boolean {
  if (otherOrder.plan === 'lifetime') return otherOrder.status === 'pending' || isBeingCaptured(otherOrder, now)
  return order.plan === 'lifetime' && isBeingCaptured(otherOrder, now)
}

/** Whether a capture is in progress. An old one without an outcome does not count. */
function isBeingCaptured(order: PaymentOrderRecord, now: Date): boolean {
  return order.status === 'capturing' && isFreshOrder(order, now)
}

const OUTCOME_BY_STATUS: Readonly<Record<OrderStatus, CaptureOutcome>> = {
  completed: done({ status: 'COMPLETED' }),
  refunded: done({ status: 'REFUNDED' }),
  declined: done({ status: 'DECLINED' }),
  pending: done({ status: 'PENDING' }),
  capturing: done({ status: 'PENDING' }),
  created: refused('payment_not_approved'),
  abandoned: refused('payment_failed'),
}

/** Finds an account's own order by the provider's id; null if it is unknown or of another account. */
async function findOwnOrder(
  records: Pick<Records, 'orders'>,
  accountId: string,
  providerOrderId: string,
): Promise<PaymentOrderRecord | null> {
  const order = await records.orders.findByProviderId(providerOrderId)
  return order?.accountId === accountId ? order : null
}

/**
 * Checks an order at the provider after the page reports success, without trusting the page. Returns the current plan.
 */
export async function reportPayment(
  deps: PaymentDeps,
  { account, providerOrderId }: { account: AccountRecord; providerOrderId: string },
): Promise<Outcome<SubscriptionInfo>> {
  const { database, clock } = deps
  const ownOrder = await findOwnOrder(database.records, account.id, providerOrderId)
  if (!ownOrder) return refused('not_found')
  const { status } =
    ownOrder.status === 'completed' ? ownOrder : await settleByProvider(deps, ownOrder, providerOrderId)
  if (status === 'capturing' || status === 'pending') return refused('payment_pending')
  if (status !== 'completed') return refused('payment_failed')
  const currentAccount = await database.records.accounts.find(account.id)
  return currentAccount ? done(describeSubscription(currentAccount, clock.now())) : refused('not_signed_in')
}

/**
 * Settles the order with the provider's answer and returns it; returns it unchanged if the provider does not answer.
 */
async function settleByProvider(
  deps: PaymentDeps,
  order: PaymentOrderRecord,
  providerOrderId: string,
): Promise<PaymentOrderRecord> {
  try {
    const providerOrder = await deps.provider.readOrder(providerOrderId)
    return providerOrder ? (await settlePayment(deps, { orderId: order.id, providerOrder })).order : order
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    return order
  }
}
