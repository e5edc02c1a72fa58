import * as contract from '@kerf/contract/payment'
import { readPlans as readPlansCall } from '@kerf/contract/plans'
import type { AnswerOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountRecord } from '../ports/accounts.ts'
import { withRequestContext } from '../ports/request-context.ts'
import { captureOrder, reportPayment } from '../use-cases/payments/capture-order.ts'
import { createOrder } from '../use-cases/payments/create-order.ts'
import { effectiveProvider, type PaymentDeps, type ProviderDeps } from '../use-cases/payments/payment-settings.ts'
import { readPaymentSetup, readPlans } from '../use-cases/payments/plans-and-receipts.ts'
import { receivePaypalEvent } from '../use-cases/payments/receive-paypal-event.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { refusedUnlessSelling } from '../use-cases/shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../use-cases/shared/outcome.ts'
import { callerLanguage } from './callers/caller.ts'
import { sendRefusal } from './routing/refusal.ts'
import { type Call, type RouteOptions, requestContextOf, route } from './routing/route.ts'

/** Limit for one IP address. PayPal sends a few events for a payment, and each event makes this server call PayPal. */
const WEBHOOK_EVENTS_PER_MINUTE = 120

/**
 * Limit of each call for one IP address. Each one calls PayPal, which refuses all calls of a server that makes too
 * many.
 */
const CALLS_PER_MINUTE = 60

type PayingDeps = ProviderDeps & Deps<'limits' | 'clock' | 'log' | 'presets'>

/**
 * Routes of plans and payments. Where no provider is set up, calls of signed-in people are refused with `not_set_up`.
 * Where nothing is sold, nothing new can be bought, but payments that began earlier still end well.
 */
export async function paymentRoutes(app: FastifyInstance, deps: PayingDeps): Promise<void> {
  route(app, readPlansCall, async () => done(await readPlans(deps)), { admit: () => refusedUnlessSelling(deps) })
  await app.register(async (scope) => paypalEventRoute(scope, deps))

  const admitBuyer = async (request: FastifyRequest): Promise<Refused | null> =>
    (await refusedUnlessSelling(deps)) ?? (await admitPayer(request))
  const admitPayer = async ({ session }: FastifyRequest): Promise<Refused | null> => {
    if (!session) return refused('not_signed_in')
    return (await effectiveProvider(deps)) ? null : refused('not_set_up')
  }

  /**
   * Route of a call about a payment. It reads the provider again, which may be switched off since the caller was
   * admitted.
   */
  function payingRoute<E extends Endpoint>(
    endpoint: E,
    admit: NonNullable<RouteOptions['admit']>,
    work: (deps: PaymentDeps, account: AccountRecord, call: Call<E>) => Promise<Outcome<AnswerOf<E>>>,
  ): void {
    const handler = async (call: Call<E>): Promise<Outcome<AnswerOf<E>>> => {
      const provider = await effectiveProvider(deps)
      return provider ? await work({ ...deps, provider }, call.session!.account, call) : refused('not_set_up')
    }
    route(app, endpoint, handler, { admit, callsPerMinute: CALLS_PER_MINUTE })
  }
  payingRoute(contract.readPaymentSetup, admitBuyer, (paymentDeps) => readPaymentSetup(paymentDeps))
  payingRoute(contract.createPaymentOrder, admitBuyer, (paymentDeps, account, { body, request }) =>
    createOrder(paymentDeps, { account, request: body, language: callerLanguage(request) }),
  )
  payingRoute(contract.capturePaymentOrder, admitPayer, (paymentDeps, account, { params }) =>
    captureOrder(paymentDeps, { account, providerOrderId: params.id }),
  )
  // Only the order's id of the page's report is used.
  payingRoute(contract.reportPayment, admitPayer, (paymentDeps, account, { body }) =>
    reportPayment(paymentDeps, { account, providerOrderId: body.orderId }),
  )
}

/** Route of PayPal's events, in a scope that leaves bodies unparsed, because PayPal's signature covers the bytes. */
function paypalEventRoute(scope: FastifyInstance, deps: PayingDeps): void {
  const { method, path: url, status } = contract.receiveWebhookEvent
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, finish) => finish(null, body))
  scope.route({
    method,
    url,
    config: { rateLimit: { max: WEBHOOK_EVENTS_PER_MINUTE, timeWindow: 60_000 } },
    handler: async (request, reply) => {
      const { headers, body } = request
      const provider = await effectiveProvider(deps)
      if (!provider) return sendRefusal(reply, refused('not_set_up'))
      if (!Buffer.isBuffer(body)) return sendRefusal(reply, refused('unverified_notice'))
      const event = { headers, rawBody: body.toString('utf8') }
      const outcome = await withRequestContext(requestContextOf(request), () =>
        receivePaypalEvent({ ...deps, provider }, event),
      )
      return outcome.ok ? reply.code(status).send(outcome.value) : sendRefusal(reply, outcome)
    },
  })
}
