import { Readable } from 'node:stream'
import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import { deleteUser, exportUsers, listUsers, updateUser } from '@kerf/contract/admin-users'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BYTE_ORDER_MARK } from '../use-cases/admin/people.ts'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { callerLanguage } from './callers/caller.ts'
import { contentDisposition } from './files/send-file.ts'
import { adminRoute } from './routing/admin-route.ts'
import { ANSWERED } from './routing/route.ts'

/** Who has an account here, what they may do, and what they have paid or been given. */
export function adminPeopleRoutes(app: FastifyInstance, useCases: UseCases): void {
  adminRoute(app, useCases, listUsers, async ({ query, reply }) => {
    const { users, total } = await useCases.people.list(query)
    reply.header('x-total-count', String(total))
    return done(users)
  })

  adminRoute(app, useCases, exportUsers, async ({ query, request, reply }): Promise<typeof ANSWERED> => {
    reply
      .header('content-disposition', contentDisposition(useCases.people.exportName()))
      .header('cache-control', 'private, no-store')
      .type('text/csv; charset=utf-8')
    // Whether it would be given, without taking it, is what the page asks beforehand: nothing is told, and nothing noted.
    if (request.method === 'HEAD') reply.send()
    else if (request.headers.range === 'bytes=0-0')
      reply.code(206).header('content-range', 'bytes 0-0/*').send(Buffer.from(BYTE_ORDER_MARK).subarray(0, 1))
    else reply.send(Readable.from(await useCases.people.export(query, adminOf(request)), { objectMode: false }))
    return ANSWERED
  })

  adminRoute(app, useCases, updateUser, ({ params, body, request }) =>
    useCases.changePerson(params.id, body, adminOf(request)),
  )

  adminRoute(app, useCases, deleteUser, ({ params, request }) =>
    useCases.deletePerson(params.id, adminOf(request), callerLanguage(request)),
  )

  adminRoute(app, useCases, listSubscriptions, async ({ query, reply }) => {
    const { subscriptions, total } = await useCases.listSubscriptions(query.page ?? 1)
    reply.header('x-total-count', String(total))
    return done(subscriptions)
  })
}

/** The route has let in nobody else. */
function adminOf({ session }: FastifyRequest): string {
  if (!session) throw new Error('An admin without a session.')
  return session.account.id
}
