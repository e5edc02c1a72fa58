import type { Payment } from '@kerf/contract/user'
import { expect, it } from 'vitest'
import { hasReceipt, paymentState } from './payment-view.ts'

const PAID = {
  status: 'paid',
  receiptNumber: 'KERF-2026-000042',
  refundedCents: 0,
  paidAt: '2026-03-12T10:01:00.000Z',
} as Payment

it('what has become of a payment is partly refunded when a part of it has gone back and it still holds', () => {
  expect(paymentState(PAID)).toBe('paid')
  expect(paymentState({ ...PAID, refundedCents: 1000 })).toBe('partlyRefunded')
  expect(paymentState({ ...PAID, status: 'refunded', refundedCents: 4999 })).toBe('refunded')
})

it('a receipt is there for what was paid, refunded or not, and for nothing else', () => {
  expect(hasReceipt(PAID)).toBe(true)
  expect(hasReceipt({ ...PAID, status: 'refunded', refundedCents: 4999 })).toBe(true)
  expect(hasReceipt({ ...PAID, status: 'pending', receiptNumber: null, paidAt: null })).toBe(false)
})
