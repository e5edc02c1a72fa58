import { type CaptureResult, type PaymentOrderRecord, PaymentProviderError } from '../../ports/payments.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'
import { updateOrder } from './update-order.ts'

/** Outcome of a capture. `isKnown` is false while it is unclear whether money was taken. */
export type CaptureTry = (Settlement & { isKnown: true }) | { isKnown: false }

/**
 * Captures the money of an order with status `capturing`. Repeating is safe, because the request id derives from the
 * order's id.
 */
export async function captureMoney(
  deps: PaymentDeps,
  order: PaymentOrderRecord & { providerOrderId: string },
): Promise<CaptureTry> {
  const { id, providerOrderId } = order
  try {
    const result = await captureAtProvider(deps, id, providerOrderId)
    if (result.ok)
      return { ...(await settlePayment(deps, { orderId: id, providerOrder: result.order })), isKnown: true }
    const status = ({ not_approved: 'created', declined: 'declined', gone: 'abandoned' } as const)[result.reason]
    return { order: await setStatusAfterFailure(deps, id, status), isAgreed: true, isKnown: true }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    deps.log.warn(
      { orderId: id, providerOrderId, err: error },
      'the payment provider does not say whether it took the money',
    )
    return await readOutcome(deps, id, providerOrderId)
  }
}

/**
 * Captures at the provider. After approval it uses another request id, because the provider repeats an earlier refusal
 * for the same id.
 */
async function captureAtProvider(
  { provider }: PaymentDeps,
  id: string,
  providerOrderId: string,
): Promise<CaptureResult> {
  const result = await provider.captureOrder(providerOrderId, id)
  if (result.ok || result.reason !== 'not_approved') return result
  const providerOrder = await provider.readOrder(providerOrderId)
  return providerOrder?.status === 'APPROVED' ? await provider.captureOrder(providerOrderId, `${id}-approved`) : result
}

/**
 * Queries the provider about the outcome of an unclear capture. An order without captures leaves the outcome unknown.
 */
async function readOutcome(deps: PaymentDeps, id: string, providerOrderId: string): Promise<CaptureTry> {
  try {
    const providerOrder = await deps.provider.readOrder(providerOrderId)
    if (!providerOrder || providerOrder.captures.length === 0) return { isKnown: false }
    return { ...(await settlePayment(deps, { orderId: id, providerOrder })), isKnown: true }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    return { isKnown: false }
  }
}

/** Sets the status after a failed capture, unless the order's status has changed meanwhile. */
async function setStatusAfterFailure(
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
