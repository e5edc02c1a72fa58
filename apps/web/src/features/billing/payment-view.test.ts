import type { Payment } from '@kerf/contract/user'
import { expect, it } from 'vitest'
import { hasReceipt, paymentState } from './payment-view.ts'

const PAID: Payment = {
  id: '8XK21573GH0918423',
  plan: 'pro-yearly',
  amountCents: 4999,
  currency: 'USD',
  status: 'paid',
  receiptNumber: 'KERF-2026-000042',
  refundedCents: 0,
  createdAt: '2026-03-12T10:00:00.000Z',
  paidAt: '2026-03-12T10:01:00.000Z',
  startsAt: '2026-03-12T10:01:00.000Z',
  endsAt: '2027-03-12T10:01:00.000Z',
}

it('what has become of a payment is partly refunded when a part of it has gone back and it still holds', () => {
  expect(paymentState(PAID)).toBe('paid')
  expect(paymentState({ ...PAID, refundedCents: 1000 })).toBe('partlyRefunded')
  expect(paymentState({ ...PAID, status: 'refunded', refundedCents: 4999 })).toBe('refunded')
})

it('a receipt is there for what was paid, refunded or not, and for nothing else', () => {
  expect(hasReceipt(PAID)).toBe(true)
  expect(hasReceipt({ ...PAID, status: 'refunded', refundedCents: 4999 })).toBe(true)
  expect(
    hasReceipt({ ...PAID, status: 'pending', receiptNumber: null, paidAt: null, startsAt: null, endsAt: null }),
  ).toBe(false)
})
