import { Stream } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How long anybody may take who sends slowly, asks nothing, or takes nothing. Milliseconds. */
export const CALLER_TIMEOUT = {
  /** Until all headers are there; from the connection's beginning, should nothing come. */
  headersTimeout: 10_000,
  /** Until the whole request is there: bodies are small, and whoever sends slower than this means no good. */
  requestTimeout: 10_000,
  /** How often those two are looked at: either may end so much later. */
  connectionsCheckingInterval: 5000,
  /** Between one request and the next: longer than a proxy in front keeps its own, and than a page polls. */
  keepAliveTimeout: 72_000,
  /** Buffers of up to 4 MB refill when a third is free: at 20 kB/s a reader seems idle for a minute. */
  readerTimeout: 120_000,
}

export type CallerTimeout = typeof CALLER_TIMEOUT

/** The part of them that Node's server watches, as fastify takes it. */
export function serverTimeouts({ requestTimeout, keepAliveTimeout, ...timeout }: CallerTimeout) {
  const { headersTimeout, connectionsCheckingInterval } = timeout
  return { requestTimeout, keepAliveTimeout, http: { headersTimeout, connectionsCheckingInterval } }
}

/** Each holds a file open. Who was only away finds the server willing to go on from where they were. */
export function endStalledReaders(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    // Files, by their length. News that come as they happen may have nothing to say for long.
    if (payload instanceof Stream && reply.hasHeader('content-length')) endWhenStalled(reply, milliseconds)
  })
}

function endWhenStalled({ raw }: FastifyReply, milliseconds: number): void {
  const { socket } = raw
  if (!socket) return
  const taken = (): number => socket.bytesWritten - socket.writableLength
  let before = taken()
  const watch = setInterval(() => {
    const now = taken()
    if (now === before) raw.destroy()
    before = now
  }, milliseconds)
  raw.once('close', () => clearInterval(watch))
}
