import { PATIENTLY } from '@kerf/standins/waits'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { PaymentProvider } from '../ports/payments.ts'
import { openMemoryDesk } from '../use-cases/testing/cash-desk.ts'
import { createMemoryRounds } from '../use-cases/testing/memory-rounds.ts'
import { startPayments } from './start-payments.ts'

const LOG = pino({ level: 'silent' })

/** A cash desk without ending plans. Each round searches for ending plans once, so counting searches counts rounds. */
function createCountingDesk() {
  const desk = openMemoryDesk()
  const roundCount = { begun: 0 }
  desk.database.records.endingPlans = {
    listUnsent: async () => {
      roundCount.begun += 1
      return []
    },
    noteSent: async () => false,
  }
  const start = (change: Partial<Parameters<typeof startPayments>[0]> = {}) =>
    startPayments({ ...desk, log: LOG, rounds: createMemoryRounds(desk.clock), ...change })
  return { desk, rounds: roundCount, start }
}

describe('a server that starts', () => {
  it('checks at once the payments that were made while it was down', async () => {
    const { desk, start } = createCountingDesk()
    const anna = await desk.createBuyer()
    const id = await desk.createApprovedOrder(anna)
    desk.provider.lose('captureOrder', 'after')
    desk.provider.lose('readOrder', 'before')
    await desk.captureOrder(anna, id)
    const payments = start()
    await vi.waitFor(async () => expect((await desk.account(anna.id)).subscription).toBe('pro-monthly'), PATIENTLY)
    await payments.stop()
  })

  it('keeps polling until it is stopped', async () => {
    const { rounds, start } = createCountingDesk()
    const payments = start({ everyMilliseconds: 1 })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(4), PATIENTLY)
    await payments.stop()
    const { begun } = rounds
    await new Promise((resolve) => setImmediate(resolve))
    expect(rounds.begun).toBe(begun)
  })

  it('uses the current credentials in each round, and records the time of the last round', async () => {
    const { desk, rounds, start } = createCountingDesk()
    const anna = await desk.createBuyer()
    const id = await desk.createApprovedOrder(anna)
    await desk.provider.captureOrder(id, 'by hand')
    desk.pass(600_000)
    const providerWithoutOrders = { ...desk.provider, readOrder: async () => null }
    let provider: PaymentProvider = providerWithoutOrders
    const roundRecords = createMemoryRounds(desk.clock)
    const paymentPresets = { ...desk.paymentPresets, clientId: '' }
    const providerFor = () => provider
    const payments = start({ paymentPresets, providerFor, rounds: roundRecords, everyMilliseconds: 1 })
    expect(await roundRecords.lastAt('payments')).toBeNull()
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(1), PATIENTLY)
    expect(await roundRecords.lastAt('payments')).toEqual(desk.clock.now())
    expect((await desk.order(id)).status).toBe('created')
    // A provider that does not know the order must not stop the checks, because the order may be paid.
    paymentPresets.clientId = 'client'
    await vi.waitFor(async () => expect((await desk.order(id)).nextCheckAt).not.toEqual(desk.clock.now()), PATIENTLY)
    desk.pass(3_600_000)
    provider = desk.provider
    await vi.waitFor(async () => expect((await desk.account(anna.id)).subscription).toBe('pro-monthly'), PATIENTLY)
    await payments.stop()
  })

  it('waits for a running round before it stops', async () => {
    const { desk, start } = createCountingDesk()
    await desk.createApprovedOrder(await desk.createBuyer())
    desk.pass(600_000)
    let answerReadOrder = () => undefined as unknown
    desk.provider.readOrder = () =>
      new Promise((resolve) => {
        answerReadOrder = () => resolve(null)
      })
    const payments = start()
    const stopped = vi.fn()
    const stopping = payments.stop().then(stopped)
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).not.toHaveBeenCalled()
    answerReadOrder()
    await stopping
    expect(stopped).toHaveBeenCalledOnce()
  })

  it('reminds of ending plans even without payments, and continues after errors', async () => {
    const { desk, rounds, start } = createCountingDesk()
    const trouble = vi.spyOn(desk.database.records.orders, 'listDue').mockRejectedValueOnce(new Error('no database'))
    const failingPayments = start({ everyMilliseconds: 1 })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(0), PATIENTLY)
    await failingPayments.stop()
    expect(trouble).toHaveBeenCalled()
    const { begun } = rounds
    const paymentsWithoutProvider = start({ paymentPresets: { ...desk.paymentPresets, clientId: '' } })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(begun), PATIENTLY)
    await paymentsWithoutProvider.stop()
  })
})
