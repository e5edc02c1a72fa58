import type { createPaymentOrder } from '@kerf/contract/payment'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { addsSomething } from '@kerf/domain/payments/ledger'
import { nextPaymentCheck } from '@kerf/domain/payments/payment-checks'
import { centsOf, type PaidPlanId, PLANS, planAt, planForAmount } from '@kerf/domain/plans/plans'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Clock } from '../../ports/clock.ts'
import { type PaymentOrderRecord, PaymentProviderError } from '../../ports/payments.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import type { PaymentDeps } from './payment-settings.ts'

export type OrderRequest = Pick<BodyOf<typeof createPaymentOrder>, 'amount' | 'planId'>

/** Words for a plan's period on the provider's page. */
const PERIOD_TEXTS = { none: '', month: ', one month', year: ', one year', forever: '' } as const

/**
 * Creates an order for a plan at its price. Our row is inserted before the provider's order is created, so that none is
 * unknown to us.
 */
export async function createOrder(
  deps: PaymentDeps,
  { account, request, language }: { account: AccountRecord; request: OrderRequest; language: Language },
): Promise<Outcome<{ id: string }>> {
  const { database, provider, clock, log } = deps
  const plan = planOf(request)
  if (plan === null) return refused('unknown_amount')
  const currentPlan = { subscription: planAt(account, clock.now()), expiresAt: account.subscriptionExpiresAt }
  if (!addsSomething(currentPlan, plan)) return refused('plan_owned')
  const order = orderOf(clock, account, plan, language)
  const insertion = await database.transaction(async (records) => {
    const attemptOutcome = await deps.limits.takeWithin(records, [{ kind: 'payment_order', of: account.id }])
    if (attemptOutcome.ok) await records.orders.insert(order)
    return attemptOutcome
  })
  if (!insertion.ok) return insertion
  try {
    const { id } = await provider.createOrder({
      requestId: order.id,
      reference: order.id,
      description: `${PRODUCT_NAME} ${PLANS[plan].name}${PERIOD_TEXTS[PLANS[plan].period]}`,
      amountCents: order.amountCents,
      currency: order.currency,
    })
    await database.records.orders.update(order.id, { providerOrderId: id })
    return done({ id })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.warn({ orderId: order.id, err: error }, 'the payment provider has made no order')
    // If the provider has created an order after all, nobody knows its id and can pay it.
    await database.records.orders.update(order.id, { status: 'abandoned', nextCheckAt: null })
    return refused('payment_failed')
  }
}

function orderOf(clock: Clock, { id }: AccountRecord, plan: PaidPlanId, language: Language): PaymentOrderRecord {
  const createdAt = clock.now()
  const { priceCents: amountCents, currency } = PLANS[plan]
  const unpaidState = { status: 'created', createdAt, paidAt: null } as const
  return {
    ...unpaidState,
    id: newId(),
    providerOrderId: null,
    accountId: id,
    plan,
    amountCents,
    currency,
    language,
    captureId: null,
    refundedCents: 0,
    receiptNumber: null,
    nextCheckAt: nextPaymentCheck(unpaidState, createdAt),
  }
}

/** The plan with this price; null if there is none, or if `planId` names another plan. */
function planOf({ amount, planId }: OrderRequest): PaidPlanId | null {
  const cents = centsOf(amount)
  const plan = cents === null ? null : planForAmount(cents)
  return planId === undefined || planId === plan ? plan : null
}
