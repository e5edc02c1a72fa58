import { sendNotice } from '@kerf/contract/dmca'
import type { FastifyInstance } from 'fastify'
import type { UseCases } from '../use-cases/use-cases.ts'
import { callerLanguage, callerOf } from './callers/caller.ts'
import { route } from './routing/route.ts'

/** What rights owners may ask for. */
export function noticeRoutes(app: FastifyInstance, useCases: Pick<UseCases, 'giveNotice'>): void {
  route(app, sendNotice, ({ body, request }) => useCases.giveNotice(body, callerOf(request), callerLanguage(request)))
}
