import type { FastifyInstance } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { isProbe } from './probes.ts'

const COME_BACK_SECONDS = 10

/** Keeps listening but answers new calls with "come back"; current answers end, or are cut off at the limit. */
export function prepareToLeave(app: FastifyInstance): void {
  let isLeaving = false
  let answering = 0
  let lastAnswered = (): void => undefined

  app.addHook('onRequest', async (request, reply) => {
    answering += 1
    // Also where the caller hangs up, of which no hook hears.
    reply.raw.once('close', () => {
      answering -= 1
      if (answering === 0) lastAnswered()
    })
    if (!isLeaving) return
    reply.header('connection', 'close')
    if (isProbe(request)) return
    await sendRefusal(reply, refused('busy', { retryAfterSeconds: COME_BACK_SECONDS }))
  })

  app.decorate('isLeaving', () => isLeaving)
  app.decorate('leave', async (drainMilliseconds: number) => {
    isLeaving = true
    const answered = Promise.withResolvers<void>()
    lastAnswered = answered.resolve
    if (answering === 0) answered.resolve()
    const timeout = setTimeout(answered.resolve, drainMilliseconds)
    await answered.promise
    clearTimeout(timeout)
  })
}

export async function closeDoor(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes no more requests, and waits so long for the running ones. */
    leave(drainMilliseconds: number): Promise<void>
    isLeaving(): boolean
  }
}
