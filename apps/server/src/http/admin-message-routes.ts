import { listContactMessages, listNewsletterSubscribers, markContactMessage } from '@kerf/contract/admin-messages'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { actingAdmin, adminRoute } from './routing/admin-route.ts'

/** What people wrote by the contact form, for admins to read and to close, and who wants to be written to. */
export function adminMessageRoutes(app: FastifyInstance, useCases: UseCases): void {
  adminRoute(app, useCases, listContactMessages, async ({ query, reply }) => {
    const { messages, total } = await useCases.contactMessages.list(query.page ?? 1)
    reply.header('x-total-count', String(total))
    return done(messages)
  })

  adminRoute(app, useCases, listNewsletterSubscribers, async ({ query, reply }) => {
    const { subscribers, total } = await useCases.newsletter.list(query.page ?? 1)
    reply.header('x-total-count', String(total))
    return done(subscribers)
  })

  adminRoute(app, useCases, markContactMessage, ({ params, body, session }) =>
    useCases.contactMessages.mark(params.id, body.status, actingAdmin(session)),
  )
}
