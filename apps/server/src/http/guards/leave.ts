import type { FastifyInstance } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { isProbe } from './probes.ts'

const COME_BACK_SECONDS = 10

/**
 * Adds `leave`, which begins the shutdown. From then on, new calls are refused with `retry-after`, except probes.
 * Answers under way have until the time limit to finish.
 */
export function prepareToLeave(app: FastifyInstance): void {
  let isLeaving = false
  let answering = 0
  let endDrain = (): void => undefined

  app.addHook('onRequest', async (request, reply) => {
    answering += 1
    // No hook runs when the caller hangs up, but `close` fires.
    reply.raw.once('close', () => {
      answering -= 1
      if (answering === 0) endDrain()
    })
    if (!isLeaving) return
    reply.header('connection', 'close')
    if (isProbe(request)) return
    await sendRefusal(reply, refused('busy', { retryAfterSeconds: COME_BACK_SECONDS }))
  })

  app.decorate('isLeaving', () => isLeaving)
  app.decorate('leave', async (drainMilliseconds: number) => {
    isLeaving = true
    const drain = Promise.withResolvers<void>()
    endDrain = drain.resolve
    if (answering === 0) drain.resolve()
    const timeout = setTimeout(drain.resolve, drainMilliseconds)
    await drain.promise
    clearTimeout(timeout)
  })
}

export async function closeDoor(app: FastifyInstance): Promise<void> {
  const closing = app.close()
  app.server.closeAllConnections()
  await closing
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new calls, and waits at most this long for the answers under way. */
    leave(drainMilliseconds: number): Promise<void>
    isLeaving(): boolean
  }
}
