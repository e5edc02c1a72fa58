import { readCurrentUser } from '@kerf/contract/account'
import { PLANNED_ENDPOINTS } from '@kerf/contract/planned-endpoints'
import type { FastifyInstance } from 'fastify'
import { refused } from '../use-cases/outcome.ts'
import { sendRefusal } from './refusal.ts'
import { route } from './route.ts'

/** There are no accounts on this server yet: nobody is signed in, and what needs an account says that it is not set up. */
export function accountRoutes(app: FastifyInstance): void {
  route(app, readCurrentUser, () => refused('not_signed_in'))
  for (const planned of PLANNED_ENDPOINTS) {
    const url = planned.path.replace(/\{(\w+)\}/g, ':$1')
    // Before anything is read of it: what was sent, a password perhaps, is for nobody here.
    app.route({ method: planned.method, url, handler: (_request, reply) => sendRefusal(reply, refused('not_set_up')) })
  }
}
