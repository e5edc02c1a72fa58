import { type BookedCapture, type BookedOrder, type BookedRefund, dollarsOf } from './paypal-books.ts'

const API = 'https://api.sandbox.paypal.com'

const link = (path: string, rel: string, method = 'GET') => ({ href: `${API}${path}`, rel, method })
const money = (cents: number, currency: string) => ({ currency_code: currency, value: dollarsOf(cents) })

/** An order as `GET /v2/checkout/orders/{id}` shows it. */
export function orderResource(order: BookedOrder): object {
  const isPaid = order.captures.length > 0
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    purchase_units: [
      {
        reference_id: 'default',
        amount: money(order.cents, order.currency),
        payee: { email_address: 'seller@example.org', merchant_id: 'SELLER7777777' },
        ...(order.description ? { description: order.description } : {}),
        ...(order.reference ? { custom_id: order.reference } : {}),
        ...(isPaid
          ? {
              payments: {
                captures: order.captures.map(captureResource),
                ...(order.refunds.length > 0 ? { refunds: order.refunds.map(refundResource) } : {}),
              },
            }
          : {}),
      },
    ],
    ...(order.status === 'CREATED'
      ? {}
      : { payer: { email_address: 'payer@example.org', payer_id: 'PAYER77777777', address: { country_code: 'US' } } }),
    create_time: order.createdAt,
    links: [link(`/v2/checkout/orders/${order.id}`, 'self')],
  }
}

/** The short representation of an order, for requests without `Prefer: return=representation`. */
export function briefOrderResource(order: BookedOrder): object {
  return {
    id: order.id,
    status: order.status,
    links: [
      link(`/v2/checkout/orders/${order.id}`, 'self'),
      { href: `https://www.sandbox.paypal.com/checkoutnow?token=${order.id}`, rel: 'approve', method: 'GET' },
      link(`/v2/checkout/orders/${order.id}/capture`, 'capture', 'POST'),
    ],
  }
}

export function captureResource(capture: BookedCapture): object {
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: money(capture.cents, capture.currency),
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE' },
    ...(capture.reference ? { custom_id: capture.reference } : {}),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    create_time: capture.createdAt,
    update_time: capture.createdAt,
    links: [
      link(`/v2/payments/captures/${capture.id}`, 'self'),
      link(`/v2/payments/captures/${capture.id}/refund`, 'refund', 'POST'),
      link(`/v2/checkout/orders/${capture.orderId}`, 'up'),
    ],
  }
}

export function refundResource(refund: BookedRefund): object {
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount: money(refund.cents, refund.currency),
    create_time: refund.createdAt,
    update_time: refund.createdAt,
    links: [link(`/v2/payments/refunds/${refund.id}`, 'self'), link(`/v2/payments/captures/${refund.captureId}`, 'up')],
  }
}
