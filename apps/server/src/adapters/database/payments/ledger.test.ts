import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { PaymentOrderRecord } from '../../../ports/payments.ts'
import { describeOnDatabases } from '../testing/open-test-database.ts'
import { minutesAfterNoon, NOON } from '../testing/sample-records.ts'

const PAYMENT_FIELDS = { orderId: 'order-1', captureId: 'capture-1', amountCents: 499, currency: 'USD' } as const

const ORDER: PaymentOrderRecord = {
  id: '',
  providerOrderId: null,
  accountId: 'anna',
  plan: 'pro-monthly',
  amountCents: 499,
  currency: 'USD',
  language: 'en',
  status: 'capturing',
  captureId: null,
  refundedCents: 0,
  receiptNumber: null,
  createdAt: NOON,
  paidAt: null,
  nextCheckAt: NOON,
}

describeOnDatabases('the ledger in $name', async ({ open }) => {
  const { database } = await open()
  const { ledger, orders } = database.records

  it('every entry is read back unchanged, in the order of adding', async () => {
    const commonFields = (id: string) => ({ id, accountId: 'anna', at: NOON })
    const entries: LedgerEntry[] = [
      { ...commonFields('1'), kind: 'purchase', plan: 'pro-monthly', ...PAYMENT_FIELDS },
      { ...commonFields('2'), kind: 'partial_refund', ...PAYMENT_FIELDS, amountCents: 100 },
      { ...commonFields('3'), kind: 'chargeback', ...PAYMENT_FIELDS },
      { ...commonFields('4'), kind: 'grant', plan: 'lifetime', endsAt: null, grantedBy: 'the-admin' },
      { ...commonFields('5'), kind: 'grant', plan: 'pro-yearly', endsAt: NOON, grantedBy: 'the-admin' },
    ]
    for (const entry of entries) expect(await ledger.add(entry)).toBe(true)
    expect(await ledger.listFor('anna')).toEqual(entries)
    expect(await ledger.listFor('ben')).toEqual([])
  })

  it('orders with an unclear outcome are listed', async () => {
    const orderChanges: Record<string, Partial<PaymentOrderRecord>> = {
      taking: {},
      takingButAskedNoMore: { nextCheckAt: null, createdAt: minutesAfterNoon(1) },
      disagreed: { status: 'created', nextCheckAt: null, createdAt: minutesAfterNoon(2) },
      held: { status: 'pending', nextCheckAt: null, createdAt: minutesAfterNoon(3) },
      unpaid: { status: 'created' },
      paid: { status: 'completed', nextCheckAt: null },
      tooEarly: { createdAt: minutesAfterNoon(-1) },
      tooLate: { createdAt: minutesAfterNoon(5) },
    }
    for (const [id, change] of Object.entries(orderChanges)) await orders.insert({ ...ORDER, id, ...change })
    const listIds = async (limit: number) =>
      (await orders.listUnclear(NOON, minutesAfterNoon(4), limit)).map(({ id }) => id)
    expect(await listIds(9)).toEqual(['taking', 'takingButAskedNoMore', 'disagreed', 'held'])
    expect(await listIds(2)).toEqual(['taking', 'takingButAskedNoMore'])
  })

  it('one payment buys once, even if it is added again under another id', async () => {
    const repeatedEntry: LedgerEntry = {
      id: '6',
      accountId: 'ben',
      at: NOON,
      kind: 'purchase',
      plan: 'lifetime',
      ...PAYMENT_FIELDS,
    }
    expect(await ledger.add(repeatedEntry)).toBe(false)
    expect(await ledger.listFor('ben')).toEqual([])
  })

  it.each(['update ledger set amount_cents = 0', 'delete from ledger', 'truncate ledger'])(
    'entries cannot be changed or deleted: %s',
    async (statement) => {
      const entriesBefore = await ledger.listFor('anna')
      const refusal = database.executor.execute(sql.raw(statement))
      await expect(refusal.catch((error: Error) => Promise.reject(error.cause))).rejects.toThrow('only ever added to')
      expect(await ledger.listFor('anna')).toEqual(entriesBefore)
    },
  )
})
