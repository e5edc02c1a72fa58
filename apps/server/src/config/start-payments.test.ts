import { PATIENTLY } from '@kerf/standins/waits'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { PaymentProvider } from '../ports/payments.ts'
import { openMemoryDesk } from '../use-cases/testing/cash-desk.ts'
import { createMemoryRounds } from '../use-cases/testing/memory-rounds.ts'
import { startPayments } from './start-payments.ts'

const LOG = pino({ level: 'silent' })

/** A desk without ending plans. It counts the searches for them, and so the rounds. */
function deskThatCounts() {
  const desk = openMemoryDesk()
  const rounds = { begun: 0 }
  desk.database.records.endingPlans = {
    listUnsent: async () => {
      rounds.begun += 1
      return []
    },
    noteSent: async () => false,
  }
  const start = (change: Partial<Parameters<typeof startPayments>[0]> = {}) =>
    startPayments({ ...desk, log: LOG, rounds: createMemoryRounds(desk.clock), ...change })
  return { desk, rounds, start }
}

describe('a server that starts', () => {
  it('finds out at once what has become of payments while it was down', async () => {
    const { desk, start } = deskThatCounts()
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
    const { rounds, start } = deskThatCounts()
    const payments = start({ everyMilliseconds: 1 })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(4), PATIENTLY)
    await payments.stop()
    const { begun } = rounds
    await new Promise((resolve) => setImmediate(resolve))
    expect(rounds.begun).toBe(begun)
  })

  it('asks by the credentials that are in effect at each round, and tells when it last did', async () => {
    const { desk, rounds, start } = deskThatCounts()
    const anna = await desk.createBuyer()
    const id = await desk.createApprovedOrder(anna)
    await desk.provider.captureOrder(id, 'by hand')
    desk.pass(600_000)
    const without = { ...desk.provider, readOrder: async () => null }
    let provider: PaymentProvider = without
    const turns = createMemoryRounds(desk.clock)
    const paymentPresets = { ...desk.paymentPresets, clientId: '' }
    const providerFor = () => provider
    const payments = start({ paymentPresets, providerFor, rounds: turns, everyMilliseconds: 1 })
    expect(await turns.lastAt('payments')).toBeNull()
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(1), PATIENTLY)
    expect(await turns.lastAt('payments')).toEqual(desk.clock.now())
    expect((await desk.order(id)).status).toBe('created')
    // A provider that does not know the order must not stop the checks, because the order may be paid.
    paymentPresets.clientId = 'client'
    await vi.waitFor(async () => expect((await desk.order(id)).nextCheckAt).not.toEqual(desk.clock.now()), PATIENTLY)
    desk.pass(3_600_000)
    provider = desk.provider
    await vi.waitFor(async () => expect((await desk.account(anna.id)).subscription).toBe('pro-monthly'), PATIENTLY)
    await payments.stop()
  })

  it('waits for the round that is under way before it stops', async () => {
    const { desk, start } = deskThatCounts()
    await desk.createApprovedOrder(await desk.createBuyer())
    desk.pass(600_000)
    let answer = () => undefined as unknown
    desk.provider.readOrder = () =>
      new Promise((resolve) => {
        answer = () => resolve(null)
      })
    const payments = start()
    const stopped = vi.fn()
    const stopping = payments.stop().then(stopped)
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).not.toHaveBeenCalled()
    answer()
    await stopping
    expect(stopped).toHaveBeenCalledOnce()
  })

  it('tells of plans that end also where nothing can be paid, and survives trouble', async () => {
    const { desk, rounds, start } = deskThatCounts()
    const trouble = vi.spyOn(desk.database.records.orders, 'listDue').mockRejectedValueOnce(new Error('no database'))
    const broken = start({ everyMilliseconds: 1 })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(0), PATIENTLY)
    await broken.stop()
    expect(trouble).toHaveBeenCalled()
    const { begun } = rounds
    const without = start({ paymentPresets: { ...desk.paymentPresets, clientId: '' } })
    await vi.waitFor(() => expect(rounds.begun).toBeGreaterThan(begun), PATIENTLY)
    await without.stop()
  })
})
