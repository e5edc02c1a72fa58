import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { startPaypal } from '@kerf/standins/paypal/start-paypal'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type PaymentProvider, PaymentProviderError } from '../ports/payments.ts'
import { readEnvironment } from './environment/environment.ts'
import { openPayments } from './open-payments.ts'

let resources = new AsyncDisposableStack()

const standin = await startPaypal()
afterAll(() => standin.close())
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

async function openPaymentsWith(environment: Record<string, string>): Promise<PaymentProvider> {
  const settings = readEnvironment(environment)
  const providerFor = await openPayments({ settings, clock: { now: () => new Date() }, resources })
  return providerFor(settings.paypal)
}

/** A proxy of the operator that connects every tunnel to the PayPal stand-in. */
async function startUpstream(): Promise<{ url: string; requestedHosts: string[] }> {
  const requestedHosts: string[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    requestedHosts.push(`${request.url}`)
    const target = connect(Number(new URL(standin.url).port), '127.0.0.1')
    socket.on('error', () => target.destroy())
    target.on('error', () => socket.destroy())
    socket.on('close', () => target.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(target).pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  resources.defer(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, requestedHosts }
}

describe('payments', () => {
  it('use one provider for the same credentials, and another for other credentials', async () => {
    const settings = readEnvironment(standin.environment)
    const providerFor = await openPayments({ settings, clock: { now: () => new Date() }, resources })
    const firstProvider = providerFor(settings.paypal)
    expect(providerFor({ ...settings.paypal })).toBe(firstProvider)
    for (const change of [{ clientId: 'other' }, { clientSecret: 'x' }, { webhookId: 'X' }, { webhookId: null }])
      expect(providerFor({ ...settings.paypal, ...change })).not.toBe(firstProvider)
  })

  it('accept any client id at the address that the operator has set', async () => {
    const settings = readEnvironment({ PAYPAL_API_URL: standin.url })
    const providerFor = await openPayments({ settings, clock: { now: () => new Date() }, resources })
    const credentials = { environment: 'production', webhookId: null } as const
    const knownProvider = providerFor({ ...credentials, clientId: 'standin-client', clientSecret: 'standin-secret' })
    const unknownProvider = providerFor({ ...credentials, clientId: 'standin-client', clientSecret: 'wrong' })
    expect([await knownProvider.checkCredentials(), await unknownProvider.checkCredentials()]).toEqual([true, false])
  })

  it('reach the address that the operator has set, even on this machine', async () => {
    const paypal = await openPaymentsWith(standin.environment)
    expect(paypal).toMatchObject({ clientId: 'standin-client', environment: 'sandbox' })
    expect(await paypal.createClientToken()).toMatch(/^client-/)
  })

  it('follow no redirect, which could get a secret', async () => {
    const callsBefore = standin.requests.length
    const location = `${standin.url}/v1/oauth2/token`
    standin.setNextBehaviour('clientToken', { does: 'answer', status: 307, body: '', headers: { location } })
    const paypal = await openPaymentsWith(standin.environment)
    await expect(paypal.createClientToken()).rejects.toThrow(PaymentProviderError)
    expect(standin.requests.length - callsBefore).toBe(1)
  })

  it("reach PayPal by host name through the operator's proxy", async () => {
    const upstream = await startUpstream()
    const { PAYPAL_API_URL: _, ...otherVariables } = standin.environment
    const paypal = await openPaymentsWith({ ...otherVariables, OUTBOUND_PROXY: upstream.url })
    // The call fails, because the tunnel leads to a server without TLS. The test is about the request for the tunnel.
    await expect(paypal.createClientToken()).rejects.toThrow(PaymentProviderError)
    expect(new Set(upstream.requestedHosts)).toEqual(new Set(['api-m.sandbox.paypal.com:443']))
  })

  it('bypass that proxy for an address of this machine', async () => {
    const upstream = await startUpstream()
    const paypal = await openPaymentsWith({ ...standin.environment, OUTBOUND_PROXY: upstream.url })
    expect(await paypal.createClientToken()).toMatch(/^client-/)
    expect(upstream.requestedHosts).toEqual([])
  })

  it('reach a gateway with a public name through that proxy', async () => {
    const upstream = await startUpstream()
    const gateway = { ...standin.environment, PAYPAL_API_URL: 'https://paypal.kerf-tests.org' }
    const paypal = await openPaymentsWith({ ...gateway, OUTBOUND_PROXY: upstream.url })
    await expect(paypal.createClientToken()).rejects.toThrow(PaymentProviderError)
    expect(new Set(upstream.requestedHosts)).toEqual(new Set(['paypal.kerf-tests.org:443']))
  })
})
