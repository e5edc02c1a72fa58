import type { FastifyInstance } from 'fastify'
import { refused } from '../use-cases/outcome.ts'
import { sendRefusal } from './refusal.ts'

/** That are not yet answered. A poll takes a millisecond: more of them at a time wait longer than a page asks again. */
const MOST_UNANSWERED = 1000
const COME_BACK_SECONDS = 2

/** More than can be answered soon is refused at once, so that the rest is answered soon. A file that is being sent is an answer. */
export function refuseExcess(app: FastifyInstance, most = MOST_UNANSWERED): void {
  const unanswered = new Set<string>()
  app.addHook('onRequest', async (request, reply) => {
    if (unanswered.size >= most) return sendRefusal(reply, refused('busy', { retryAfterSeconds: COME_BACK_SECONDS }))
    unanswered.add(request.id)
    reply.raw.once('close', () => unanswered.delete(request.id))
    return undefined
  })
  app.addHook('onSend', async (request) => void unanswered.delete(request.id))
}
