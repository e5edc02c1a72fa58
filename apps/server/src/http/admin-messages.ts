import * as contract from '@kerf/contract/admin-messages'
import type { FastifyInstance } from 'fastify'
import { listMessages, markMessage } from '../use-cases/email/contact-messages.ts'
import { listSubscribers } from '../use-cases/email/newsletter.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { adminRoute, donePage } from './routing/route.ts'

/** What people wrote by the contact form, for admins to read and to close, and who wants to be written to. */
export function adminMessageRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, contract.listContactMessages, async ({ query, reply }) => {
    const { messages, total } = await listMessages(deps, query.page ?? 1)
    return donePage(reply, messages, total)
  })

  adminRoute(app, deps, contract.listNewsletterSubscribers, async ({ query, reply }) => {
    const { subscribers, total } = await listSubscribers(deps, query.page ?? 1)
    return donePage(reply, subscribers, total)
  })

  adminRoute(app, deps, contract.markContactMessage, ({ params, body, by }) =>
    markMessage(deps, { id: params.id, status: body.status, by }),
  )
}
