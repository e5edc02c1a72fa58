import * as contract from '@kerf/contract/admin-moderation'
import type { FastifyInstance } from 'fastify'
import { blockLink, listBlocks, unblockLink } from '../use-cases/moderation/blocklist.ts'
import { decideNotice, listNotices } from '../use-cases/moderation/notices.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { adminRoute, donePage } from './routing/route.ts'

/** What rights owners want gone, and what is refused. */
export function adminModerationRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, contract.listNotices, async ({ query, reply }) => {
    const { notices, total } = await listNotices(deps, query.page ?? 1)
    return donePage(reply, notices, total)
  })

  adminRoute(app, deps, contract.decideNotice, ({ body, by }) => decideNotice(deps, { ...body, by }))

  adminRoute(app, deps, contract.listBlockedLinks, async ({ query, reply }) => {
    const { blocks, total } = await listBlocks(deps, query.page ?? 1)
    return donePage(reply, blocks, total)
  })

  adminRoute(app, deps, contract.blockLink, ({ body, by }) => blockLink(deps, { asked: body, by }))

  adminRoute(app, deps, contract.unblockLink, ({ params, by }) => unblockLink(deps, { id: params.id, by }))
}
