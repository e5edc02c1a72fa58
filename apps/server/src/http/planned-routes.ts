import { PLANNED_ENDPOINTS } from '@kerf/contract/planned-endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { admitAdmins } from './admin-route.ts'
import { sendRefusal } from './refusal.ts'

/** What nobody carries out yet says that it is not set up. */
export function plannedRoutes(app: FastifyInstance, useCases: UseCases): void {
  for (const planned of PLANNED_ENDPOINTS) {
    const url = planned.path.replace(/\{(\w+)\}/g, ':$1')
    const admit = url.startsWith('/api/admin/') ? admitAdmins(useCases) : () => null
    // Before anything is read of it: what was sent is for nobody here.
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      sendRefusal(reply, (await admit(request)) ?? refused('not_set_up'))
    app.route({ method: planned.method, url, handler })
  }
}
