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
import { done, type Outcome, type Refused, refused } from '../use-cases/shared/outcome.ts'
import { callerLanguage } from './callers/caller.ts'
import { sendRefusal } from './routing/refusal.ts'
import { type Call, requestContextOf, route } from './routing/route.ts'

/** Of one address. The provider's own come a few a payment; whoever sends more is making us ask it. */
const WEBHOOK_EVENTS_PER_MINUTE = 120

/** Of one address, each. Every one of them asks the provider, who serves nobody any more when it is asked too often. */
const CALLS_PER_MINUTE = 60

type PayingDeps = ProviderDeps & Deps<'limits' | 'clock' | 'log'>

/** Plans and paying for them. Where no provider is set up, each paying call says so, to those who are signed in. */
export async function paymentRoutes(app: FastifyInstance, deps: PayingDeps): Promise<void> {
  route(app, readPlansCall, async () => done(await readPlans(deps)))
  await app.register(async (scope) => paypalEventRoute(scope, deps))

  const admit = async ({ session }: FastifyRequest): Promise<Refused | null> => {
    if (!session) return refused('not_signed_in')
    return (await effectiveProvider(deps)) ? null : refused('not_set_up')
  }

  /** Asked once more: they may have been switched off since the caller was admitted. */
  function buying<E extends Endpoint>(
    endpoint: E,
    work: (deps: PaymentDeps, account: AccountRecord, call: Call<E>) => Promise<Outcome<AnswerOf<E>>>,
  ): void {
    const handler = async (call: Call<E>): Promise<Outcome<AnswerOf<E>>> => {
      const provider = await effectiveProvider(deps)
      return provider ? await work({ ...deps, provider }, call.session!.account, call) : refused('not_set_up')
    }
    route(app, endpoint, handler, { admit, callsPerMinute: CALLS_PER_MINUTE })
  }
  buying(contract.readPaymentSetup, (paying) => readPaymentSetup(paying))
  buying(contract.createPaymentOrder, (paying, account, { body, request }) =>
    createOrder(paying, { account, request: body, language: callerLanguage(request) }),
  )
  buying(contract.capturePaymentOrder, (paying, account, { params }) =>
    captureOrder(paying, { account, providerOrderId: params.id }),
  )
  // What the page says beyond the order's id is not looked at.
  buying(contract.reportPayment, (paying, account, { body }) =>
    reportPayment(paying, { account, providerOrderId: body.orderId }),
  )
}

/** In a scope of its own, where a body is left as the bytes that were sent: it is over these that the provider has signed. */
function paypalEventRoute(scope: FastifyInstance, deps: PayingDeps): void {
  const { method, path: url, status } = contract.receiveWebhookEvent
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
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
      const received = await withRequestContext(requestContextOf(request), () =>
        receivePaypalEvent({ ...deps, provider }, event),
      )
      return received.ok ? reply.code(status).send(received.value) : sendRefusal(reply, received)
    },
  })
}
