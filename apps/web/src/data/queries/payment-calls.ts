import * as paymentCalls from '@kerf/contract/payment'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans/plans'
import { callApi } from '../session/with-session.ts'

export const loadPaymentSetup = (signal: AbortSignal) => callApi(paymentCalls.readPaymentSetup, { signal })

/** Creates an order and returns the provider's id of it. The server ignores the amount, and uses the plan's price. */
export async function createOrder(planId: PaidPlanId): Promise<string> {
  const { priceCents, currency } = PLANS[planId]
  const amount = (priceCents / 100).toFixed(2)
  const body = { amount, currency, intent: 'CAPTURE' as const, planId }
  return (await callApi(paymentCalls.createPaymentOrder, { body })).id
}

export async function captureOrder(orderId: string): Promise<string> {
  return (await callApi(paymentCalls.capturePaymentOrder, { params: { id: orderId }, body: {} })).status
}

export interface PaymentReport {
  orderId: string
  planId: PaidPlanId
  userId: string
  orderData?: Record<string, unknown>
}

export const reportPayment = (report: PaymentReport) => callApi(paymentCalls.reportPayment, { body: report })
