import { confirmNewsletter, endNewsletter, sendMessage, subscribeNewsletter } from '@kerf/contract/contact'
import type { FastifyInstance } from 'fastify'
import type { UseCases } from '../use-cases/use-cases.ts'
import { callerLanguage, callerOf } from './callers/caller.ts'
import { route } from './routing/route.ts'

/** What anybody may write to the operator, and have written to themselves. */
export function contactRoutes(app: FastifyInstance, useCases: Pick<UseCases, 'writeToOperator' | 'newsletter'>): void {
  route(app, sendMessage, ({ body, request }) =>
    useCases.writeToOperator(body, callerOf(request), callerLanguage(request)),
  )

  route(app, subscribeNewsletter, ({ body, request }) =>
    useCases.newsletter.ask(body.email, callerOf(request), callerLanguage(request)),
  )

  route(app, confirmNewsletter, ({ body, request }) =>
    useCases.newsletter.confirm(body.token, callerOf(request), callerLanguage(request)),
  )

  route(app, endNewsletter, ({ body, request }) => useCases.newsletter.end(body.token, callerOf(request)))
}
