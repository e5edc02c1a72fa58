import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import { revenue } from '@kerf/domain/payments/testing/revenue'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ledger } from '../schema/payment-schema.ts'
import { describeOnDatabases } from '../testing/open-test-database.ts'
import { createRevenueRecords } from './stats.ts'

const LEDGER_COUNT = 100
const HOUR_MILLISECONDS = 3_600_000
const START_EPOCH_MILLISECONDS = Date.parse('2026-09-28T00:00:00Z')

const KINDS = ['purchase', 'refund', 'chargeback', 'partial_refund', 'reinstatement'] as const
const PRICES_CENTS = [499, 4999, 14_999] as const

/**
 * Random entries that the ledger accepts, in any order: both computations must agree on impossible histories too.
 */
const randomEntry = fc.record({
  capture: fc.nat(5),
  kind: fc.constantFrom('purchase', ...KINDS, 'grant'),
  /** Amount of a partial refund in tenths of the price. */
  tenths: fc.integer({ min: 1, max: 12 }),
  hoursLater: fc.nat(72),
})
const randomHour = fc.nat(24 * 60)

type EntrySeed = typeof randomEntry extends fc.Arbitrary<infer Value> ? Value : never

function ledgerOf(seeds: readonly EntrySeed[]): LedgerEntry[] {
  let at = START_EPOCH_MILLISECONDS
  const keys = new Set<string>()
  return seeds.flatMap(({ capture, kind, tenths, hoursLater }, index): LedgerEntry[] => {
    at += hoursLater * HOUR_MILLISECONDS
    const common = { id: String(index), accountId: 'anna', at: new Date(at) }
    if (kind === 'grant') return [{ ...common, kind, plan: 'lifetime', endsAt: null, grantedBy: 'admin' }]
    const price = PRICES_CENTS[capture % PRICES_CENTS.length] ?? 0
    const amountCents = kind === 'partial_refund' ? Math.round((price * tenths) / 10) : price
    const money = { orderId: `o${capture}`, captureId: `c${capture}`, amountCents, currency: 'USD' } as const
    const key = [money.captureId, kind, amountCents].join()
    if (keys.has(key)) return []
    keys.add(key)
    return [kind === 'purchase' ? { ...common, kind, plan: 'pro-yearly', ...money } : { ...common, kind, ...money }]
  })
}

function sumsByDay(entries: readonly LedgerEntry[], from: Date, time: Date): object {
  const sums: Record<string, [cents: number, centsBefore: number]> = {}
  for (const { at, cents } of revenue(entries)) {
    if (at < from) continue
    const day = at.toISOString().slice(0, 10)
    const [sum, before] = sums[day] ?? [0, 0]
    sums[day] = [sum + cents, before + (at < time ? cents : 0)]
  }
  return withoutZeros(sums)
}

const withoutZeros = (sums: Record<string, [number, number]>) =>
  Object.fromEntries(Object.entries(sums).filter(([, [cents, before]]) => cents !== 0 || before !== 0))

describeOnDatabases('revenue from the ledger in $name', async ({ open }) => {
  const { database } = await open()

  it(`equals the result of the rule, for ${LEDGER_COUNT} random ledgers`, async () => {
    let dayCount = 0
    const rollback = new Error('A ledger is only ever added to, unless it never was.')
    const oneLedger = fc.asyncProperty(
      fc.array(randomEntry, { minLength: 1, maxLength: 25, size: 'max' }),
      randomHour,
      randomHour,
      async (seeds, fromHour, untilHour) => {
        const entries = ledgerOf(seeds)
        const [from, time] = [
          new Date(START_EPOCH_MILLISECONDS + fromHour * HOUR_MILLISECONDS),
          new Date(START_EPOCH_MILLISECONDS + untilHour * HOUR_MILLISECONDS),
        ]
        const transaction = database.executor.transaction(async (executor) => {
          await executor.insert(ledger).values(entries)
          const days = await createRevenueRecords(executor)(from, time)
          const sums = days.map((row) => [row.day, [row.cents, row.centsBefore]])
          expect(withoutZeros(Object.fromEntries(sums))).toEqual(sumsByDay(entries, from, time))
          dayCount += days.length
          throw rollback
        })
        await expect(transaction).rejects.toBe(rollback)
      },
    )
    await fc.assert(oneLedger, { numRuns: LEDGER_COUNT })
    expect(dayCount).toBeGreaterThan(LEDGER_COUNT)
  })
})
