import { isFreshOrder, nextPaymentCheck } from '@kerf/domain/payments/payment-checks'
import { planAt } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { PaymentOrderRecord } from '../../ports/payments.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { findOwnOrder } from './own-order.ts'
import { type TakeMoneyDeps, takeMoney } from './take-money.ts'

type Answer = Outcome<{ status: string }>

/**
 * The buyer wants the money of their approved order taken. That they do is written down before the provider is asked, so
 * that whatever is lost after that is found again.
 */
export function captureOrder(deps: TakeMoneyDeps) {
  const { database, clock } = deps
  const take = takeMoney(deps)

  return async (account: AccountRecord, providerOrderId: string): Promise<Answer> => {
    const own = await findOwnOrder(database.records, account.id, providerOrderId)
    if (!own) return refused('not_found')
    const begun = await database.transaction((records) => begin(records, own.id))
    if (!begun.ok) return begun
    const order = begun.value
    if (order.status !== 'capturing') return answerFor(order)
    const taking = await take({ ...order, providerOrderId })
    if (!taking.known) return done({ status: 'PENDING' })
    return taking.agreed ? answerFor(taking.order) : refused('payment_failed')
  }

  async function begin(records: Records, id: string): Promise<Outcome<PaymentOrderRecord>> {
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
    if (others.some((other) => wouldBeInVain(order, other))) return refused('payment_pending')
    const capturing = { ...order, status: 'capturing' } as const
    const nextCheckAt = nextPaymentCheck(capturing, clock.now())
    await records.orders.update(id, { status: 'capturing', nextCheckAt })
    return done({ ...capturing, nextCheckAt })
  }

  /** One of the two would give everything, and so nothing would be left for the other to give. */
  function wouldBeInVain(order: PaymentOrderRecord, other: PaymentOrderRecord): boolean {
    if (other.plan === 'lifetime') return other.status === 'pending' || isBeingTaken(other)
    return order.plan === 'lifetime' && isBeingTaken(other)
  }

  /** What nobody has heard the end of for long will hardly come. */
  function isBeingTaken(order: PaymentOrderRecord): boolean {
    return order.status === 'capturing' && isFreshOrder(order, clock.now())
  }
}

/** In the provider's words. */
function answerFor({ status }: PaymentOrderRecord): Answer {
  switch (status) {
    case 'completed':
      return done({ status: 'COMPLETED' })
    case 'refunded':
      return done({ status: 'REFUNDED' })
    case 'declined':
      return done({ status: 'DECLINED' })
    case 'pending':
    case 'capturing':
      return done({ status: 'PENDING' })
    case 'created':
      return refused('payment_not_approved')
    case 'abandoned':
      return refused('payment_failed')
  }
}
