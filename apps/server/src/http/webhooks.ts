import * as contract from '@kerf/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import { addAccess } from '../use-cases/accounts/add-access.ts'
import type { ConfirmDeps } from '../use-cases/accounts/change-account.ts'
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
import { readRequestOrigin } from './callers/caller.ts'
import { signedInRoute } from './routing/route.ts'

/** Limit for one IP address. A person makes a few of these calls a minute. */
const CALL_LIMIT = { callsPerMinute: 60 }

export function webhookRoutes(app: FastifyInstance, deps: ConfirmDeps & Deps<'secretSeal' | 'webhookSender'>): void {
  signedInRoute(app, contract.listWebhooks, async ({ session }) =>
    done({ webhooks: await listWebhooks(deps, session.account.id) }),
  )

  signedInRoute(
    app,
    contract.createWebhook,
    ({ session, body: { password, ...webhook }, request }) => {
      const from = readRequestOrigin(request)
      const access = { kind: 'webhook', name: hostOf(webhook.url) } as const
      return addAccess(deps, { session, password, access, ...from }, () =>
        createWebhook(deps, { session, body: webhook, language: from.language }),
      )
    },
    CALL_LIMIT,
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
    CALL_LIMIT,
  )

  signedInRoute(
    app,
    contract.testWebhook,
    ({ session, params: { id } }) => testWebhook(deps, { id, accountId: session.account.id }),
    CALL_LIMIT,
  )

  signedInRoute(app, contract.listWebhookDeliveries, ({ session, params: { id } }) =>
    listDeliveries(deps, { id, accountId: session.account.id }),
  )

  signedInRoute(
    app,
    contract.sendDeliveryAgain,
    ({ session, params: { id, deliveryId } }) => sendAgain(deps, { id, deliveryId, accountId: session.account.id }),
    CALL_LIMIT,
  )
}

/** Host of a webhook's address. An invalid address is refused later. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? url
