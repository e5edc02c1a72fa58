import { sendNotice } from '@kerf/contract/dmca'
import type { FastifyInstance } from 'fastify'
import { giveNotice } from '../use-cases/moderation/notices.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { fromOf } from './callers/caller.ts'
import { route } from './routing/route.ts'

/** What rights owners may ask for. */
export function dmcaRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, sendNotice, ({ body, request }) => giveNotice(deps, { notice: body, ...fromOf(request) }))
}
