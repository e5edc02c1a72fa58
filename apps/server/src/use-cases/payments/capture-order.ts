import type { SubscriptionInfo } from '@kerf/contract/user'
import { isFreshOrder } from '@kerf/domain/payments/payment-checks'
import { planAt } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Records } from '../../ports/database.ts'
import { type OrderStatus, type PaymentOrderRecord, PaymentProviderError } from '../../ports/payments.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { describeSubscription } from './grant-plan.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { settlePayment } from './settle-payment.ts'
import { takeMoney } from './take-money.ts'
import { updateOrder } from './update-order.ts'

type Answer = Outcome<{ status: string }>

/** Notes the buyer's request before the provider is asked, so that a lost answer is found again. */
export async function captureOrder(
  deps: PaymentDeps,
  { account, providerOrderId }: { account: AccountRecord; providerOrderId: string },
): Promise<Answer> {
  const { database, clock } = deps
  const own = await findOwnOrder(database.records, account.id, providerOrderId)
  if (!own) return refused('not_found')
  const begun = await database.transaction((records) => begin(clock, records, own.id))
  if (!begun.ok) return begun
  const order = begun.value
  if (order.status !== 'capturing') return ANSWERS[order.status]
  const taking = await takeMoney(deps, { ...order, providerOrderId })
  if (!taking.known) return done({ status: 'PENDING' })
  return taking.agreed ? ANSWERS[taking.order.status] : refused('payment_failed')
}

async function begin(clock: Clock, records: Records, id: string): Promise<Outcome<PaymentOrderRecord>> {
  const order = await records.orders.lock(id)
  if (!order) return refused('not_found')
  if (order.status !== 'created') return done(order)
  const account = await records.accounts.lock(order.accountId)
  // Deleted in this moment: nobody is left to give anything to.
  if (!account) return refused('not_found')
  // Bought in another tab, or given, since this order was made.
  if (planAt(account, clock.now()) === 'lifetime') return refused('plan_owned')
  // Or about to be: the account's row is held, so that of two tabs the second finds what the first has begun.
  const others = (await records.orders.listFor(account.id)).filter((other) => other.id !== id)
  if (others.some((other) => wouldBeInVain(order, other, clock.now()))) return refused('payment_pending')
  return done(await updateOrder(records, order, { status: 'capturing' }, clock.now()))
}

/** One of the two would give everything, and so nothing would be left for the other to give. */
function wouldBeInVain(order: PaymentOrderRecord, other: PaymentOrderRecord, now: Date): boolean {
  if (other.plan === 'lifetime') return other.status === 'pending' || isBeingTaken(other, now)
  return order.plan === 'lifetime' && isBeingTaken(other, now)
}

/** What nobody has heard the end of for long will hardly come. */
function isBeingTaken(order: PaymentOrderRecord, now: Date): boolean {
  return order.status === 'capturing' && isFreshOrder(order, now)
}

const ANSWERS: Readonly<Record<OrderStatus, Answer>> = {
  completed: done({ status: 'COMPLETED' }),
  refunded: done({ status: 'REFUNDED' }),
  declined: done({ status: 'DECLINED' }),
  pending: done({ status: 'PENDING' }),
  capturing: done({ status: 'PENDING' }),
  created: refused('payment_not_approved'),
  abandoned: refused('payment_failed'),
}

/** Somebody's own order by the provider's id; null for another's as for one that never was. */
async function findOwnOrder(
  records: Pick<Records, 'orders'>,
  accountId: string,
  providerOrderId: string,
): Promise<PaymentOrderRecord | null> {
  const order = await records.orders.findByProviderId(providerOrderId)
  return order?.accountId === accountId ? order : null
}

/** The page says that a payment went well: no reason to believe it, but one to look. Answers the plan that holds now. */
export async function reportPayment(
  deps: PaymentDeps,
  { account, providerOrderId }: { account: AccountRecord; providerOrderId: string },
): Promise<Outcome<SubscriptionInfo>> {
  const { database, clock } = deps
  const own = await findOwnOrder(database.records, account.id, providerOrderId)
  if (!own) return refused('not_found')
  const { status } = own.status === 'completed' ? own : await lookUp(deps, own, providerOrderId)
  if (status === 'capturing' || status === 'pending') return refused('payment_pending')
  if (status !== 'completed') return refused('payment_failed')
  const fresh = await database.records.accounts.find(account.id)
  return fresh ? done(describeSubscription(fresh, clock.now())) : refused('not_signed_in')
}

/** The order after the provider was asked; as it was when the provider cannot be asked. */
async function lookUp(
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
