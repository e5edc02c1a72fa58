import {
  capturePaymentOrder,
  createPaymentOrder,
  readPaymentSetup,
  receiveNotice,
  reportPayment,
} from '@kerf/contract/payment'
import type { AnswerOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import { listPayments } from '@kerf/contract/user'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountRecord } from '../ports/accounts.ts'
import { onTrail } from '../ports/trail.ts'
import { done, type Outcome, type Refused, refused } from '../use-cases/outcome.ts'
import type { PaymentUseCases } from '../use-cases/payment-use-cases.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { callerLanguage } from './callers/caller.ts'
import { sendRefusal } from './routing/refusal.ts'
import { type Call, route, trailOf } from './routing/route.ts'
import { signedInRoute } from './routing/signed-in-route.ts'

/** Of one address. The provider's own come a few a payment; whoever sends more is making us ask it. */
const NOTICES_PER_MINUTE = 120

/** Of one address, each. Every one of them asks the provider, who serves nobody any more when it is asked too often. */
const CALLS_PER_MINUTE = 60

/** Paying for a plan. Where no provider is set up each call says so, to those who are signed in. */
export async function paymentRoutes(
  app: FastifyInstance,
  { payments, listReceipts }: Pick<UseCases, 'payments' | 'listReceipts'>,
): Promise<void> {
  signedInRoute(app, listPayments, async ({ session }) => done({ payments: await listReceipts(session.account.id) }))
  await app.register(async (scope) => noticeRoute(scope, payments))

  const admit = async ({ session }: FastifyRequest): Promise<Refused | null> => {
    if (!session) return refused('not_signed_in')
    return (await payments()) ? null : refused('not_set_up')
  }

  /** Asked once more: they may have been switched off since the caller was admitted. */
  function buying<E extends Endpoint>(
    endpoint: E,
    work: (desk: PaymentUseCases, buyer: AccountRecord, call: Call<E>) => Promise<Outcome<AnswerOf<E>>>,
  ): void {
    const handler = async (call: Call<E>): Promise<Outcome<AnswerOf<E>>> => {
      const desk = await payments()
      return desk ? await work(desk, call.session!.account, call) : refused('not_set_up')
    }
    route(app, endpoint, handler, { admit, callsPerMinute: CALLS_PER_MINUTE })
  }
  buying(readPaymentSetup, (desk) => desk.readSetup())
  buying(createPaymentOrder, (desk, buyer, call) => desk.createOrder(buyer, call.body, callerLanguage(call.request)))
  buying(capturePaymentOrder, (desk, buyer, call) => desk.captureOrder(buyer, call.params.id))
  // What the page says beyond the order's id is not looked at.
  buying(reportPayment, (desk, buyer, call) => desk.reportPayment(buyer, call.body.orderId))
}

/** In a scope of its own, where a body is left as the bytes that were sent: it is over these that the provider has signed. */
function noticeRoute(scope: FastifyInstance, payments: UseCases['payments']): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
  scope.route({
    method: receiveNotice.method,
    url: receiveNotice.path,
    config: { rateLimit: { max: NOTICES_PER_MINUTE, timeWindow: 60_000 } },
    handler: async (request, reply) => {
      const { headers, body } = request
      const desk = await payments()
      if (!desk) return sendRefusal(reply, refused('not_set_up'))
      if (!Buffer.isBuffer(body)) return sendRefusal(reply, refused('unverified_notice'))
      const notice = { headers, rawBody: body.toString('utf8') }
      const heard = await onTrail(trailOf(request), () => desk.receiveNotice(notice))
      return heard.ok ? reply.code(receiveNotice.status).send(heard.value) : sendRefusal(reply, heard)
    },
  })
}
