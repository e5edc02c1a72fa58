import { nextPaymentCheck } from '@kerf/domain/payments/payment-checks'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import {
  type CaptureResult,
  type PaymentOrderRecord,
  type PaymentProvider,
  PaymentProviderError,
} from '../../ports/payments.ts'
import type { PaymentLog } from './payment-log.ts'
import type { Settled, SettlePayment } from './settle-payment.ts'

export interface TakeMoneyDeps {
  database: Database
  provider: PaymentProvider
  settlement: SettlePayment
  clock: Clock
  log: PaymentLog
}

/** The order as it is after a try; `unknown` while nobody can say what has happened. */
export type Taking = (Settled & { known: true }) | { known: false }

/**
 * Has the provider take the money of an order that is `capturing`. However often and from wherever it is asked, it is one
 * try for the provider: the request id is the order's.
 */
export function takeMoney({ database, provider, settlement, clock, log }: TakeMoneyDeps) {
  return async (order: PaymentOrderRecord & { providerOrderId: string }): Promise<Taking> => {
    const { id, providerOrderId } = order
    try {
      const result = await capture(id, providerOrderId)
      if (result.ok) return { ...(await settlement.settle(id, result.order)), known: true }
      const after = ({ not_approved: 'created', declined: 'declined', gone: 'abandoned' } as const)[result.reason]
      return { order: await putBack(id, after), agreed: true, known: true }
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      log.warn(
        { orderId: id, providerOrderId, err: error },
        'the payment provider does not say whether it took the money',
      )
      return await ask(id, providerOrderId)
    }
  }

  /** A refusal from before the payer agreed may be what the provider repeats to the same request id for ever. */
  async function capture(id: string, providerOrderId: string): Promise<CaptureResult> {
    const result = await provider.captureOrder(providerOrderId, id)
    if (result.ok || result.reason !== 'not_approved') return result
    const word = await provider.readOrder(providerOrderId)
    return word?.status === 'APPROVED' ? await provider.captureOrder(providerOrderId, `${id}-approved`) : result
  }

  /** It may have been taken, or be about to be: only what the provider says then is an answer. */
  async function ask(id: string, providerOrderId: string): Promise<Taking> {
    try {
      const word = await provider.readOrder(providerOrderId)
      if (!word || word.captures.length === 0) return { known: false }
      return { ...(await settlement.settle(id, word)), known: true }
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      return { known: false }
    }
  }

  /** Unless somebody has heard better meanwhile. */
  async function putBack(id: string, status: 'created' | 'declined' | 'abandoned'): Promise<PaymentOrderRecord> {
    return await database.transaction(async (records) => {
      const order = await records.orders.lock(id)
      if (!order) throw new Error('There is no such order.')
      if (order.status !== 'capturing') return order
      const put = { ...order, status }
      put.nextCheckAt = nextPaymentCheck(put, clock.now())
      await records.orders.update(id, { status, nextCheckAt: put.nextCheckAt })
      return put
    })
  }
}
