import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FoundSession } from '../../ports/accounts.ts'
import type { UseCases } from '../../use-cases/use-cases.ts'
import { type Handler, type RouteOptions, route } from './route.ts'

const admitAdmins = (useCases: UseCases) => (request: FastifyRequest) => useCases.admitAdmin(request.session)

/** The account of whoever makes an admin's call: it was let in by its session. */
export function actingAdmin(session: FoundSession | null): string {
  if (!session) throw new Error('Nobody is signed in.')
  return session.account.id
}

/** A call for admins; anybody else is told so before what they sent is looked at. */
export function adminRoute<E extends Endpoint>(
  app: FastifyInstance,
  useCases: UseCases,
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  route(app, endpoint, handler, { ...options, admit: admitAdmins(useCases) })
}
