import { PATIENTLY } from '@kerf/standins/waits'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { PaymentProvider } from '../ports/payments.ts'
import { createMemoryPeriodicRuns } from '../use-cases/testing/memory-periodic-runs.ts'
import { openTestPaymentsInMemory } from '../use-cases/testing/test-payments.ts'
import { startPayments } from './start-payments.ts'

const LOG = pino({ level: 'silent' })

/** Test payments without ending plans. Each round searches for ending plans once, so counting searches counts rounds. */
function createCountingPayments() {
  const testPayments = openTestPaymentsInMemory()
  const roundCount = { begun: 0 }
  testPayments.database.records.endingPlans = {
    listUnsent: async () => {
      roundCount.begun += 1
      return []
    },
    noteSent: async () => false,
  }
  const startWith = (change: Partial<Parameters<typeof startPayments>[0]> = {}) =>
    startPayments({ ...testPayments, log: LOG, periodicRuns: createMemoryPeriodicRuns(testPayments.clock), ...change })
  return { testPayments, rounds: roundCount, start: startWith }
}

describe('a server that starts', () => {
  it('checks at once the payments that were made while it was down', async () => {
    const { testPayments, start } = createCountingPayments()
    const anna = await testPayments.createBuyer()
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.lose('captureOrder', 'after')
    testPayments.provider.lose('readOrder', 'before')
    await testPayments.captureOrder(anna, id)
    const payments = start()
    await vi.waitFor(
      async () => expect((await testPayments.account(anna.id)).subscription).toBe('pro-monthly'),
      PATIENTLY,
    )
    await payments.stop()
  })

  it('keeps polling until it is stopped', async () => {
    const { rounds, start } = createCountingPayments()
    const payments = start({ everyMilliseconds: 1 })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(4), PATIENTLY)
    await payments.stop()
    const { begun } = rounds
    await new Promise((resolve) => setImmediate(resolve))
    expect(rounds.begun).toBe(begun)
  })

  it('uses the current credentials in each round, and records when the last round ended', async () => {
    const { testPayments, rounds, start } = createCountingPayments()
    const anna = await testPayments.createBuyer()
    const id = await testPayments.createApprovedOrder(anna)
    await testPayments.provider.captureOrder(id, 'by hand')
    testPayments.pass(600_000)
    const providerWithoutOrders = { ...testPayments.provider, readOrder: async () => null }
    let provider: PaymentProvider = providerWithoutOrders
    const roundRecords = createMemoryPeriodicRuns(testPayments.clock)
    const paymentPresets = { ...testPayments.paymentPresets, clientId: '' }
    const providerFor = () => provider
    const payments = start({ paymentPresets, providerFor, periodicRuns: roundRecords, everyMilliseconds: 1 })
    expect(await roundRecords.lastAt('payments')).toBeNull()
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(1), PATIENTLY)
    expect(await roundRecords.lastAt('payments')).toEqual(testPayments.clock.now())
    expect((await testPayments.order(id)).status).toBe('created')
    // A provider that does not know the order must not stop the checks, because the order may be paid.
    paymentPresets.clientId = 'client'
    await vi.waitFor(
      async () => expect((await testPayments.order(id)).nextCheckAt).not.toEqual(testPayments.clock.now()),
      PATIENTLY,
    )
    testPayments.pass(3_600_000)
    provider = testPayments.provider
    await vi.waitFor(
      async () => expect((await testPayments.account(anna.id)).subscription).toBe('pro-monthly'),
      PATIENTLY,
    )
    await payments.stop()
  })

  it('waits for a running round before it stops', async () => {
    const { testPayments, start } = createCountingPayments()
    await testPayments.createApprovedOrder(await testPayments.createBuyer())
    testPayments.pass(600_000)
    let answerReadOrder = () => undefined as unknown
    testPayments.provider.readOrder = () =>
      new Promise((resolve) => {
        answerReadOrder = () => resolve(null)
      })
    const payments = start()
    const onStopped = vi.fn()
    const stopping = payments.stop().then(onStopped)
    await new Promise((resolve) => setImmediate(resolve))
    expect(onStopped).not.toHaveBeenCalled()
    answerReadOrder()
    await stopping
    expect(onStopped).toHaveBeenCalledOnce()
  })

  it('reminds of ending plans even without payments, and continues after errors', async () => {
    const { testPayments, rounds, start } = createCountingPayments()
    const trouble = vi
      .spyOn(testPayments.database.records.orders, 'listDue')
      .mockRejectedValueOnce(new Error('no database'))
    const failingPayments = start({ everyMilliseconds: 1 })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(0), PATIENTLY)
    await failingPayments.stop()
    expect(trouble).toHaveBeenCalled()
    const { begun } = rounds
    const paymentsWithoutProvider = start({ paymentPresets: { ...testPayments.paymentPresets, clientId: '' } })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(begun), PATIENTLY)
    await paymentsWithoutProvider.stop()
  })
})
