import { Readable } from 'node:stream'
import { deleteAccount, exportData, listOwnDownloads } from '@kerf/contract/user'
import type { FastifyInstance } from 'fastify'
import type { UseCases } from '../use-cases/use-cases.ts'
import { callerLanguage } from './callers/caller.ts'
import { forgetSession } from './callers/identify-caller.ts'
import { ANSWERED } from './routing/route.ts'
import { signedInRoute } from './routing/signed-in-route.ts'

/** A password is checked with a deliberately slow function: what one address can make us work is bounded. */
const PASSWORD_CALLS = { callsPerMinute: 60 }

/** What somebody has here, takes with them, or has deleted with everything else. */
export function ownRoutes(
  app: FastifyInstance,
  useCases: Pick<UseCases, 'listOwnDownloads' | 'exportData' | 'deleteAccount'>,
): void {
  signedInRoute(app, listOwnDownloads, ({ session, query }) =>
    useCases.listOwnDownloads(session.account.id, query.before),
  )

  signedInRoute(app, exportData, async ({ session, reply }) => {
    const exported = await useCases.exportData(session)
    if (!exported.ok) return exported
    const { fileName, pieces } = exported.value
    reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'private, no-store')
      .type('application/json; charset=utf-8')
      .send(Readable.from(pieces, { objectMode: false }))
    return ANSWERED
  })

  signedInRoute(
    app,
    deleteAccount,
    async ({ session, body, request, reply }) => {
      const deleted = await useCases.deleteAccount(session, body.password, callerLanguage(request))
      if (deleted.ok) forgetSession(request, reply)
      return deleted
    },
    PASSWORD_CALLS,
  )
}
