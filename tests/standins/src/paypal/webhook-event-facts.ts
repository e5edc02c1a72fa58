import { type BookedCapture, type BookedOrder, type BookedRefund, dollarsOf } from './paypal-books.ts'
import { captureResource, orderResource, refundResource } from './paypal-resources.ts'
import type { NoticeContent } from './paypal-webhook-events.ts'

export function orderEvent(order: BookedOrder): NoticeContent {
  return {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: orderResource(order),
  }
}

export function captureEvent(capture: BookedCapture, what: string = capture.status): NoticeContent {
  return {
    type: `PAYMENT.CAPTURE.${what}`,
    resourceType: 'capture',
    summary: `Payment ${what.toLowerCase()} for $ ${dollarsOf(capture.cents)} ${capture.currency}`,
    resource: captureResource(capture),
  }
}

export function refundEvent(capture: BookedCapture, refund: BookedRefund): NoticeContent {
  return {
    type: 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A $ ${dollarsOf(refund.cents)} ${capture.currency} capture payment was refunded`,
    resource: refundResource(refund),
  }
}
