import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { type PaypalStandin, startPaypal } from '@kerf/standins/paypal/start-paypal'
import type { PaymentProvider } from '../../ports/payments.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { createPaypal, type PaypalOptions } from './create-paypal.ts'

export interface TestPaypal {
  standin: PaypalStandin
  paypal: PaymentProvider
  /** Another client of the same PayPal. */
  connect(options?: Partial<PaypalOptions>): PaymentProvider
  /** Clock of the clients and the stand-in. */
  clock: { now(): Date; pass(seconds: number): void }
}

export const CLIENT_SECRET = 'a-secret-that-nobody-may-read'
const WEBHOOK_ID = '9XL90610J3647323C'

/** Starts PayPal's stand-in and a client, with a real socket between them. Both are closed after the tests. */
export async function startTestPaypal(): Promise<TestPaypal> {
  let milliseconds = Date.UTC(2026, 10, 21, 9)
  const clock = {
    now: () => new Date(milliseconds),
    pass: (seconds: number) => {
      milliseconds += seconds * 1_000
    },
  }
  const standin = await startPaypal({
    clientId: 'client',
    clientSecret: CLIENT_SECRET,
    webhookId: WEBHOOK_ID,
    tokenSeconds: 600,
    now: clock.now,
  })
  addCleanup(() => standin.close())
  const apiUrl = new URL(standin.url)
  const fetcher = openFetcher({ allow: [apiUrl.host] })
  const connect = (options: Partial<PaypalOptions> = {}) =>
    createPaypal({
      apiUrl,
      clientId: 'client',
      clientSecret: CLIENT_SECRET,
      environment: 'sandbox',
      webhookId: WEBHOOK_ID,
      fetcher,
      clock,
      ...options,
    })
  return { standin, paypal: connect(), connect, clock }
}
