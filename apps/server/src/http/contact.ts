import * as contract from '@kerf/contract/contact'
import type { FastifyInstance } from 'fastify'
import { writeToOperator } from '../use-cases/email/contact-messages.ts'
import { askForNewsletter, confirmNewsletter, endNewsletter } from '../use-cases/email/newsletter.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { callerOf, fromOf } from './callers/caller.ts'
import { route } from './routing/route.ts'

/** What anybody may write to the operator, and have written to themselves. */
export function contactRoutes(app: FastifyInstance, deps: Deps<'database' | 'accounts' | 'limits' | 'clock'>): void {
  route(app, contract.sendMessage, ({ body, request }) => writeToOperator(deps, { written: body, ...fromOf(request) }))

  route(app, contract.subscribeNewsletter, ({ body, request }) =>
    askForNewsletter(deps, { ...body, ...fromOf(request) }),
  )

  route(app, contract.confirmNewsletter, ({ body, request }) =>
    confirmNewsletter(deps, { ...body, ...fromOf(request) }),
  )

  route(app, contract.endNewsletter, ({ body, request }) => endNewsletter(deps, { ...body, caller: callerOf(request) }))
}
