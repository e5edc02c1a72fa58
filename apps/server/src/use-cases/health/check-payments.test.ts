import { beforeEach, describe, expect, it } from 'vitest'
import { PaymentProviderError } from '../../ports/payments.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { PaymentPresets } from '../shared/deps.ts'
import { openTestPaymentsInMemory } from '../testing/test-payments.ts'
import { checkPayments } from './check-payments.ts'

const HOUR_MILLISECONDS = 3_600_000
let testPayments: ReturnType<typeof openTestPaymentsInMemory>
let lastRoundAt: Date | null
beforeEach(() => {
  testPayments = openTestPaymentsInMemory()
  lastRoundAt = testPayments.clock.now()
})

const runCheck = (presets: Partial<PaymentPresets> = {}, lastAt = lastRoundAt) =>
  checkPayments({
    ...testPayments,
    paymentPresets: { ...testPayments.paymentPresets, ...presets },
    lastPaymentRoundAt: async () => lastAt,
  })

/** Creates an order whose capture has an unknown outcome. */
async function createUnclearOrder(): Promise<string> {
  const buyer = await testPayments.createBuyer()
  const id = await testPayments.createApprovedOrder(buyer)
  testPayments.provider.lose('captureOrder', 'before')
  testPayments.provider.lose('readOrder', 'before')
  await testPayments.captureOrder(buyer, id)
  return id
}

describe('payments', () => {
  it('are healthy if configured, with environment and time of the last check', async () => {
    expect(await runCheck()).toEqual({
      state: 'ok',
      message: 'Plans can be bought (sandbox). Open orders were last checked at 12:00 UTC.',
      says: [
        { code: 'payments_ok', values: ['sandbox'] },
        { code: 'payments_round', values: [{ at: testPayments.clock.now().toISOString() }] },
      ],
    })
  })

  it('are off without a client id, and degraded without a webhook', async () => {
    const offCheck = await runCheck({ clientId: '', clientSecret: '', webhookId: '' }, null)
    expect(offCheck.state).toBe('off')
    expect(offCheck.message).toBe(
      'Plans cannot be bought until the client ID and the client secret of a PayPal app are entered.',
    )
    expect(await runCheck({ webhookId: '' })).toMatchObject({
      state: 'degraded',
      message: expect.stringContaining('The webhook ID is missing'),
    })
  })

  it('are off if nothing is sold, unless an earlier payment is unclear', async () => {
    const presets = { ...testPayments.presets, plans: 'off' as const }
    const checkUnsold = () => checkPayments({ ...testPayments, presets, lastPaymentRoundAt: async () => lastRoundAt })
    expect(await checkUnsold()).toMatchObject({ state: 'off', message: 'Nothing is sold on this server.' })
    const id = await createUnclearOrder()
    testPayments.pass(2 * HOUR_MILLISECONDS)
    expect(await checkUnsold()).toMatchObject({ state: 'degraded', message: expect.stringContaining(id) })
  })

  it('fail without the client secret', async () => {
    const missingSecretCheck = await runCheck({ clientSecret: '' })
    expect(missingSecretCheck).toMatchObject({
      state: 'failing',
      message: expect.stringContaining('the client secret is missing'),
    })
    testPayments.database.records.sealedSecrets.find = async () => 'sealed under another secret'
    const unreadableSecretCheck = await runCheck({ clientSecret: '' })
    expect(unreadableSecretCheck).toMatchObject({
      state: 'failing',
      message: expect.stringContaining('SESSION_SECRET'),
    })
  })

  it('fail if the provider rejects the credentials, with all problems', async () => {
    testPayments.provider.checkCredentials = async () => false
    const refusedCheck = await runCheck()
    expect(refusedCheck.state).toBe('failing')
    expect(refusedCheck.message).toContain('in its sandbox environment')
    expect(refusedCheck.message).not.toContain('hush')
    testPayments.provider.checkCredentials = async () => false
    const combinedCheck = await runCheck({ webhookId: '' })
    expect(combinedCheck.state).toBe('failing')
    expect(combinedCheck.message).toMatch(/rejected the client ID.*The webhook ID is missing/)
  })

  it('are degraded while the provider does not respond', async () => {
    testPayments.provider.checkCredentials = () => Promise.reject(new PaymentProviderError('no answer'))
    expect(await runCheck()).toMatchObject({ state: 'degraded', message: expect.stringContaining('OUTBOUND_PROXY') })
  })

  it('name old orders on which the provider and Kerf disagree', async () => {
    const id = await createUnclearOrder()
    expect((await runCheck()).state).toBe('ok')
    testPayments.pass(HOUR_MILLISECONDS)
    lastRoundAt = testPayments.clock.now()
    const disagreementCheck = await runCheck()
    expect(disagreementCheck.state).toBe('degraded')
    expect(disagreementCheck.message).toContain(`disagree about ${id}. Look up these orders at PayPal`)
    for (let count = 0; count < 5; count += 1) await createUnclearOrder()
    testPayments.pass(HOUR_MILLISECONDS)
    expect((await runCheck()).message).toMatch(new RegExp(`${id}(, ORDER-\\d+){4} and more\\.`))
    // The order is also reported while payments are off.
    expect((await runCheck({ clientId: '' })).message).toContain(id)
    testPayments.pass(31 * 24 * HOUR_MILLISECONDS)
    lastRoundAt = testPayments.clock.now()
    expect((await runCheck()).state).toBe('ok')
  })

  it('name an order whose payment differs from it', async () => {
    const buyer = await testPayments.createBuyer()
    const id = await testPayments.createApprovedOrder(buyer)
    await testPayments.provider.captureOrder(id, 'by hand')
    const { id: orderId } = await testPayments.order(id)
    const providerOrder = { ...testPayments.provider.order(id), amountCents: 1 }
    await settlePayment(testPayments, { orderId, providerOrder })
    testPayments.pass(HOUR_MILLISECONDS)
    lastRoundAt = testPayments.clock.now()
    expect((await runCheck()).message).toContain(id)
  })

  it('are degraded if orders are not checked', async () => {
    testPayments.pass(HOUR_MILLISECONDS)
    const staleCheck = await runCheck()
    expect(staleCheck).toMatchObject({ state: 'degraded', message: expect.stringContaining('"trouble with payments"') })
    lastRoundAt = null
    expect((await runCheck()).state).toBe('degraded')
  })

  it('fail while the database does not respond', async () => {
    testPayments.database.records.settings.read = () => Promise.reject(new Error('gone'))
    expect(await runCheck()).toMatchObject({ state: 'failing' })
  })
})
