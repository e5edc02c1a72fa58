import * as contract from '@kerf/contract/admin-subscriptions'
import type { FastifyInstance } from 'fastify'
import { listSubscriptions } from '../use-cases/admin/list-subscriptions.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { adminRoute, donePage } from './routing/route.ts'

/** What people have paid or been given. */
export function adminSubscriptionRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, contract.listSubscriptions, async ({ query, reply }) => {
    const { subscriptions, total } = await listSubscriptions(deps, query.page ?? 1)
    return donePage(reply, subscriptions, total)
  })
}
