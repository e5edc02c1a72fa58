import type { Payment } from '@kerf/contract/user'
import { expect, it } from 'vitest'
import { hasReceipt, paymentState } from './payment-view.ts'

const PAID_PAYMENT = {
  status: 'paid',
  receiptNumber: 'KERF-2026-000042',
  refundedCents: 0,
  paidAt: '2026-03-12T10:01:00.000Z',
} as Payment

it('a payment is partly refunded if a part of its amount was refunded and it still counts', () => {
  expect(paymentState(PAID_PAYMENT)).toBe('paid')
  expect(paymentState({ ...PAID_PAYMENT, refundedCents: 1000 })).toBe('partlyRefunded')
  expect(paymentState({ ...PAID_PAYMENT, status: 'refunded', refundedCents: 4999 })).toBe('refunded')
})

it('a completed payment has a receipt, refunded or not, and no other payment has one', () => {
  expect(hasReceipt(PAID_PAYMENT)).toBe(true)
  expect(hasReceipt({ ...PAID_PAYMENT, status: 'refunded', refundedCents: 4999 })).toBe(true)
  expect(hasReceipt({ ...PAID_PAYMENT, status: 'pending', receiptNumber: null, paidAt: null })).toBe(false)
})
