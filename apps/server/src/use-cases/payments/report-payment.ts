import type { SubscriptionInfo } from '@kerf/contract/user'
import type { AccountRecord } from '../../ports/accounts.ts'
import { type PaymentOrderRecord, PaymentProviderError } from '../../ports/payments.ts'
import { describeSubscription } from '../accounts/describe-account.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findOwnOrder } from './capture-order.ts'
import type { PaymentDeps } from './effective-provider.ts'
import { settlePayment } from './settle-payment.ts'

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

/** The order as the provider's word leaves it; as it was when there is none to be had. */
async function lookUp(
  deps: PaymentDeps,
  order: PaymentOrderRecord,
  providerOrderId: string,
): Promise<PaymentOrderRecord> {
  try {
    const word = await deps.provider.readOrder(providerOrderId)
    return word ? (await settlePayment(deps, { orderId: order.id, word })).order : order
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    return order
  }
}
