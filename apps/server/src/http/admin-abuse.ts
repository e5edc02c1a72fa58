import { listAuditEntries } from '@kerf/contract/admin-audit'
import { blockLink, decideNotice, listBlockedLinks, listNotices, unblockLink } from '@kerf/contract/admin-moderation'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { actingAdmin, adminRoute } from './routing/admin-route.ts'

/** What rights owners want gone, what is refused, and who has decided so. */
export function adminAbuseRoutes(app: FastifyInstance, useCases: UseCases): void {
  adminRoute(app, useCases, listNotices, async ({ query, reply }) => {
    const { notices, total } = await useCases.notices.list(query.page ?? 1)
    reply.header('x-total-count', String(total))
    return done(notices)
  })

  adminRoute(app, useCases, decideNotice, ({ body, session }) =>
    useCases.notices.decide(body.id, body.decision, actingAdmin(session)),
  )

  adminRoute(app, useCases, listBlockedLinks, async ({ query, reply }) => {
    const { blocks, total } = await useCases.blocklist.list(query.page ?? 1)
    reply.header('x-total-count', String(total))
    return done(blocks)
  })

  adminRoute(app, useCases, blockLink, ({ body, session }) => useCases.blocklist.block(body, actingAdmin(session)))

  adminRoute(app, useCases, unblockLink, ({ params, session }) =>
    useCases.blocklist.unblock(params.id, actingAdmin(session)),
  )

  adminRoute(app, useCases, listAuditEntries, async ({ query: { page = 1, ...filter }, reply }) => {
    const { entries, total } = await useCases.readAudit(filter, page)
    reply.header('x-total-count', String(total))
    return done(entries)
  })
}
