import { beforeEach, describe, expect, it } from 'vitest'
import { PaymentProviderError } from '../../ports/payments.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { PaymentPresets } from '../shared/deps.ts'
import { openMemoryDesk } from '../testing/cash-desk.ts'
import { checkPayments } from './check-payments.ts'

const HOUR_MILLISECONDS = 3_600_000
let desk: ReturnType<typeof openMemoryDesk>
let lastRoundAt: Date | null
beforeEach(() => {
  desk = openMemoryDesk()
  lastRoundAt = desk.clock.now()
})

const check = (presets: Partial<PaymentPresets> = {}, lastAt = lastRoundAt) =>
  checkPayments({
    ...desk,
    paymentPresets: { ...desk.paymentPresets, ...presets },
    lastPaymentRoundAt: async () => lastAt,
  })

/** Creates an order whose capture has an unknown outcome. */
async function createUnclearOrder(): Promise<string> {
  const buyer = await desk.createBuyer()
  const id = await desk.createApprovedOrder(buyer)
  desk.provider.lose('captureOrder', 'before')
  desk.provider.lose('readOrder', 'before')
  await desk.captureOrder(buyer, id)
  return id
}

describe('payments', () => {
  it('are well where everything is set up, in which environment and when orders were last asked about', async () => {
    expect(await check()).toEqual({
      state: 'ok',
      message: 'Plans can be bought (sandbox). Open orders were last checked at 12:00 UTC.',
      says: [
        { code: 'payments_ok', values: ['sandbox'] },
        { code: 'payments_round', values: [{ at: desk.clock.now().toISOString() }] },
      ],
    })
  })

  it('are off without a client id, and do less without a webhook', async () => {
    const offCheck = await check({ clientId: '', clientSecret: '', webhookId: '' }, null)
    expect(offCheck.state).toBe('off')
    expect(offCheck.message).toBe(
      'Plans cannot be bought until the client ID and the client secret of a PayPal app are entered.',
    )
    expect(await check({ webhookId: '' })).toMatchObject({
      state: 'degraded',
      message: expect.stringContaining('The webhook ID is missing'),
    })
  })

  it('are off where nothing is sold, unless an earlier payment is unclear', async () => {
    const presets = { ...desk.presets, plans: 'off' as const }
    const checkUnsold = () => checkPayments({ ...desk, presets, lastPaymentRoundAt: async () => lastRoundAt })
    expect(await checkUnsold()).toMatchObject({ state: 'off', message: 'Nothing is sold on this server.' })
    const id = await createUnclearOrder()
    desk.pass(2 * HOUR_MILLISECONDS)
    expect(await checkUnsold()).toMatchObject({ state: 'degraded', message: expect.stringContaining(id) })
  })

  it('fail without the secret of their client id', async () => {
    const missingSecretCheck = await check({ clientSecret: '' })
    expect(missingSecretCheck).toMatchObject({
      state: 'failing',
      message: expect.stringContaining('the client secret is missing'),
    })
    desk.database.records.sealedSecrets.find = async () => 'sealed under another secret'
    const unreadableSecretCheck = await check({ clientSecret: '' })
    expect(unreadableSecretCheck).toMatchObject({
      state: 'failing',
      message: expect.stringContaining('SESSION_SECRET'),
    })
  })

  it('fail when the provider does not know us, and say all that is wrong', async () => {
    desk.provider.checkCredentials = async () => false
    const refusedCheck = await check()
    expect(refusedCheck.state).toBe('failing')
    expect(refusedCheck.message).toContain('in its sandbox environment')
    expect(refusedCheck.message).not.toContain('hush')
    desk.provider.checkCredentials = async () => false
    const combinedCheck = await check({ webhookId: '' })
    expect(combinedCheck.state).toBe('failing')
    expect(combinedCheck.message).toMatch(/rejected the client ID.*The webhook ID is missing/)
  })

  it('are in trouble while the provider cannot be asked', async () => {
    desk.provider.checkCredentials = () => Promise.reject(new PaymentProviderError('no answer'))
    expect(await check()).toMatchObject({ state: 'degraded', message: expect.stringContaining('OUTBOUND_PROXY') })
  })

  it('name the orders about which the provider and we disagree, once they are too old to be in the making', async () => {
    const id = await createUnclearOrder()
    expect((await check()).state).toBe('ok')
    desk.pass(HOUR_MILLISECONDS)
    lastRoundAt = desk.clock.now()
    const disagreementCheck = await check()
    expect(disagreementCheck.state).toBe('degraded')
    expect(disagreementCheck.message).toContain(`disagree about ${id}. Look up these orders at PayPal`)
    for (let count = 0; count < 5; count += 1) await createUnclearOrder()
    desk.pass(HOUR_MILLISECONDS)
    expect((await check()).message).toMatch(new RegExp(`${id}(, ORDER-\\d+){4} and more\\.`))
    // The order is also reported while payments are off.
    expect((await check({ clientId: '' })).message).toContain(id)
    desk.pass(31 * 24 * HOUR_MILLISECONDS)
    lastRoundAt = desk.clock.now()
    expect((await check()).state).toBe('ok')
  })

  it('name an order of which the provider tells what was not ordered', async () => {
    const buyer = await desk.createBuyer()
    const id = await desk.createApprovedOrder(buyer)
    await desk.provider.captureOrder(id, 'by hand')
    const { id: orderId } = await desk.order(id)
    const providerOrder = { ...desk.provider.order(id), amountCents: 1 }
    await settlePayment(desk, { orderId, providerOrder })
    desk.pass(HOUR_MILLISECONDS)
    lastRoundAt = desk.clock.now()
    expect((await check()).message).toContain(id)
  })

  it('are in trouble when orders are not asked about', async () => {
    desk.pass(HOUR_MILLISECONDS)
    const staleCheck = await check()
    expect(staleCheck).toMatchObject({ state: 'degraded', message: expect.stringContaining('"trouble with payments"') })
    lastRoundAt = null
    expect((await check()).state).toBe('degraded')
  })

  it('are not known while the database is silent', async () => {
    desk.database.records.settings.read = () => Promise.reject(new Error('gone'))
    expect(await check()).toMatchObject({ state: 'failing' })
  })
})
