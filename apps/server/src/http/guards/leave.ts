import type { FastifyInstance } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { isProbe } from './probes.ts'

const RETRY_AFTER_SECONDS = 10

/**
 * Adds `leave`, which begins the shutdown. From then on, new calls are refused with `retry-after`, except probes.
 * Running answers have until the time limit to finish.
 */
export function prepareToLeave(app: FastifyInstance): void {
  let isLeaving = false
  let runningAnswers = 0
  let endDrain = (): void => undefined

  app.addHook('onRequest', async (request, reply) => {
    runningAnswers += 1
    // No hook runs when the caller hangs up, but `close` fires.
    reply.raw.once('close', () => {
      runningAnswers -= 1
      if (runningAnswers === 0) endDrain()
    })
    if (!isLeaving) return
    reply.header('connection', 'close')
    if (isProbe(request)) return
    await sendRefusal(reply, refused('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  })

  app.decorate('isLeaving', () => isLeaving)
  app.decorate('leave', async (drainMilliseconds: number) => {
    isLeaving = true
    const drain = Promise.withResolvers<void>()
    endDrain = drain.resolve
    if (runningAnswers === 0) drain.resolve()
    const timeout = setTimeout(drain.resolve, drainMilliseconds)
    await drain.promise
    clearTimeout(timeout)
  })
}

export async function closeServer(app: FastifyInstance): Promise<void> {
  const closing = app.close()
  app.server.closeAllConnections()
  await closing
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new calls, and waits at most this long for the running answers. */
    leave(drainMilliseconds: number): Promise<void>
    isLeaving(): boolean
  }
}
