import * as contract from '@kerf/contract/contact'
import { sendNotice } from '@kerf/contract/dmca'
import type { FastifyInstance } from 'fastify'
import { writeToOperator } from '../use-cases/email/contact-messages.ts'
import { askForNewsletter, confirmNewsletter, endNewsletter } from '../use-cases/email/newsletter.ts'
import { giveNotice } from '../use-cases/moderation/notices.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done } from '../use-cases/shared/outcome.ts'
import { readCaller, readRequestOrigin } from './callers/caller.ts'
import { route } from './routing/route.ts'

export function contactRoutes(
  app: FastifyInstance,
  deps: Deps<'database' | 'accounts' | 'limits' | 'clock' | 'chatUrl'>,
): void {
  route(app, contract.readContact, () => done({ chatUrl: deps.chatUrl }))

  route(app, contract.sendMessage, ({ body, session, request }) =>
    writeToOperator(deps, { form: body, accountId: session?.account.id ?? null, ...readRequestOrigin(request) }),
  )

  route(app, contract.subscribeNewsletter, ({ body, request }) =>
    askForNewsletter(deps, { ...body, ...readRequestOrigin(request) }),
  )

  route(app, contract.confirmNewsletter, ({ body, request }) =>
    confirmNewsletter(deps, { ...body, ...readRequestOrigin(request) }),
  )

  route(app, contract.endNewsletter, ({ body, request }) =>
    endNewsletter(deps, { ...body, caller: readCaller(request) }),
  )

  route(app, sendNotice, ({ body, request }) => giveNotice(deps, { notice: body, ...readRequestOrigin(request) }))
}
