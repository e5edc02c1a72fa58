import { Readable } from 'node:stream'
import * as contract from '@kerf/contract/admin-users'
import { usersExportName } from '@kerf/domain/people/users-export'
import type { FastifyInstance } from 'fastify'
import { changePerson, deletePerson } from '../use-cases/admin/change-person.ts'
import { BYTE_ORDER_MARK, exportPeople, listPeople } from '../use-cases/admin/people.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { callerLanguage } from './callers/caller.ts'
import { contentDisposition } from './files/send-file.ts'
import { ANSWERED, adminRoute, donePage } from './routing/route.ts'

export function adminUserRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, contract.listUsers, async ({ query, reply }) => {
    const { users, total } = await listPeople(deps, query)
    return donePage(reply, users, total)
  })

  adminRoute(app, deps, contract.exportUsers, async ({ query, by, request, reply }): Promise<typeof ANSWERED> => {
    reply
      .header('content-disposition', contentDisposition(usersExportName(deps.clock.now())))
      .header('cache-control', 'private, no-store')
      .type('text/csv; charset=utf-8')
    // The page asks beforehand whether the export is allowed: nothing is sent, and nothing noted.
    if (request.method === 'HEAD') reply.send()
    else if (request.headers.range === 'bytes=0-0')
      reply.code(206).header('content-range', 'bytes 0-0/*').send(Buffer.from(BYTE_ORDER_MARK).subarray(0, 1))
    else reply.send(Readable.from(await exportPeople(deps, { query, by }), { objectMode: false }))
    return ANSWERED
  })

  adminRoute(app, deps, contract.updateUser, ({ params, body, by }) =>
    changePerson(deps, { id: params.id, change: body, by }),
  )

  adminRoute(app, deps, contract.deleteUser, ({ params, by, request }) =>
    deletePerson(deps, { id: params.id, by, language: callerLanguage(request) }),
  )
}
