import * as contract from '@kerf/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done } from '../use-cases/shared/outcome.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  rotateSecret,
  sendAgain,
  switchWebhook,
  testWebhook,
} from '../use-cases/webhooks/manage-webhooks.ts'
import { callerLanguage } from './callers/caller.ts'
import { signedInRoute } from './routing/route.ts'

/** A person presses a few times a minute. */
const CALLS = { callsPerMinute: 60 }

export function webhookRoutes(
  app: FastifyInstance,
  deps: Deps<'database' | 'clock' | 'secretSeal' | 'webhookSender'>,
): void {
  signedInRoute(app, contract.listWebhooks, async ({ session }) =>
    done({ webhooks: await listWebhooks(deps, session.account.id) }),
  )

  signedInRoute(
    app,
    contract.createWebhook,
    ({ session, body: asked, request }) =>
      createWebhook(deps, { accountId: session.account.id, asked, language: callerLanguage(request) }),
    CALLS,
  )

  signedInRoute(app, contract.switchWebhook, ({ session, params: { id }, body }) =>
    switchWebhook(deps, { id, accountId: session.account.id, ...body }),
  )

  signedInRoute(app, contract.deleteWebhook, ({ session, params: { id } }) =>
    deleteWebhook(deps, { id, accountId: session.account.id }),
  )

  signedInRoute(
    app,
    contract.rotateWebhookSecret,
    ({ session, params: { id } }) => rotateSecret(deps, { id, accountId: session.account.id }),
    CALLS,
  )

  signedInRoute(
    app,
    contract.testWebhook,
    ({ session, params: { id } }) => testWebhook(deps, { id, accountId: session.account.id }),
    CALLS,
  )

  signedInRoute(app, contract.listWebhookDeliveries, ({ session, params: { id } }) =>
    listDeliveries(deps, { id, accountId: session.account.id }),
  )

  signedInRoute(
    app,
    contract.sendDeliveryAgain,
    ({ session, params: { id, deliveryId } }) => sendAgain(deps, { id, deliveryId, accountId: session.account.id }),
    CALLS,
  )
}
