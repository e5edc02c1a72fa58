import { type CaptureResult, type PaymentOrderRecord, PaymentProviderError } from '../../ports/payments.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { type Settled, settlePayment } from './settle-payment.ts'
import { updateOrder } from './update-order.ts'

/** The order as it is after a try; not `known` while nobody can say what has happened. */
export type CaptureTry = (Settled & { known: true }) | { known: false }

/** For an order that is `capturing`. Repeating is safe: the request id is the order's. */
export async function takeMoney(
  deps: PaymentDeps,
  order: PaymentOrderRecord & { providerOrderId: string },
): Promise<CaptureTry> {
  const { id, providerOrderId } = order
  try {
    const result = await capture(deps, id, providerOrderId)
    if (result.ok) return { ...(await settlePayment(deps, { orderId: id, providerOrder: result.order })), known: true }
    const after = ({ not_approved: 'created', declined: 'declined', gone: 'abandoned' } as const)[result.reason]
    return { order: await putBack(deps, id, after), agreed: true, known: true }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    deps.log.warn(
      { orderId: id, providerOrderId, err: error },
      'the payment provider does not say whether it took the money',
    )
    return await ask(deps, id, providerOrderId)
  }
}

/** A refusal from before the payer agreed may be what the provider repeats to the same request id for ever. */
async function capture({ provider }: PaymentDeps, id: string, providerOrderId: string): Promise<CaptureResult> {
  const result = await provider.captureOrder(providerOrderId, id)
  if (result.ok || result.reason !== 'not_approved') return result
  const providerOrder = await provider.readOrder(providerOrderId)
  return providerOrder?.status === 'APPROVED' ? await provider.captureOrder(providerOrderId, `${id}-approved`) : result
}

/** It may have been taken, or be about to be: only what the provider says then is an answer. */
async function ask(deps: PaymentDeps, id: string, providerOrderId: string): Promise<CaptureTry> {
  try {
    const providerOrder = await deps.provider.readOrder(providerOrderId)
    if (!providerOrder || providerOrder.captures.length === 0) return { known: false }
    return { ...(await settlePayment(deps, { orderId: id, providerOrder })), known: true }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    return { known: false }
  }
}

/** Unless somebody has heard better meanwhile. */
async function putBack(
  { database, clock }: PaymentDeps,
  id: string,
  status: 'created' | 'declined' | 'abandoned',
): Promise<PaymentOrderRecord> {
  return await database.transaction(async (records) => {
    const order = await records.orders.lock(id)
    if (!order) throw new Error('There is no such order.')
    if (order.status !== 'capturing') return order
    return await updateOrder(records, order, { status }, clock.now())
  })
}
