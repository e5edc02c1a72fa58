import { listContactMessages, markContactMessage } from '@kerf/contract/admin-abuse'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { adminRoute } from './admin-route.ts'

/** What people wrote by the contact form, for admins to read and to close. */
export function adminMessageRoutes(app: FastifyInstance, useCases: UseCases): void {
  adminRoute(app, useCases, listContactMessages, async ({ query, reply }) => {
    const { messages, total } = await useCases.contactMessages.list(query.page ?? 1)
    reply.header('x-total-count', String(total))
    return done(messages)
  })

  adminRoute(app, useCases, markContactMessage, ({ params, body }) =>
    useCases.contactMessages.mark(params.id, body.status),
  )
}
