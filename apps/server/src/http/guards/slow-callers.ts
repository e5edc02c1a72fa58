import { Stream } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Time limits for callers that send slowly, send nothing or read nothing, in milliseconds. */
export const CALLER_TIMEOUT = {
  /** Limit until all headers have arrived; counted from the start of the connection if nothing arrives. */
  headersTimeout: 10_000,
  /** Limit until the whole request has arrived. Bodies are small. */
  requestTimeout: 10_000,
  /** Interval at which Node checks the two limits above: either may end this much later. */
  connectionsCheckingInterval: 5000,
  /**
   * Limit between two requests: longer than a proxy keeps its idle connections, and longer than a page's poll
   * interval.
   */
  keepAliveTimeout: 72_000,
  /**
   * Limit without progress of a reader. Buffers of up to 4 MB refill when a third is free: at 20 kB/s a reader seems
   * idle for a minute.
   */
  readerTimeout: 120_000,
}

export type CallerTimeout = typeof CALLER_TIMEOUT

/** Options of fastify for the limits that Node's server enforces. */
export function serverTimeouts({ requestTimeout, keepAliveTimeout, ...timeout }: CallerTimeout) {
  const { headersTimeout, connectionsCheckingInterval } = timeout
  return { requestTimeout, keepAliveTimeout, http: { headersTimeout, connectionsCheckingInterval } }
}

/** Closes connections of stalled readers, because each holds a file open. A reader can resume with a `Range` header. */
export function endStalledReaders(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    // Only files have a length. A stream of events may be silent for long.
    if (payload instanceof Stream && reply.hasHeader('content-length')) endWhenStalled(reply, milliseconds)
  })
}

function endWhenStalled({ raw }: FastifyReply, milliseconds: number): void {
  const { socket } = raw
  if (!socket) return
  const countSentBytes = (): number => socket.bytesWritten - socket.writableLength
  let previousBytes = countSentBytes()
  const timer = setInterval(() => {
    const sentBytes = countSentBytes()
    if (sentBytes === previousBytes) raw.destroy()
    previousBytes = sentBytes
  }, milliseconds)
  raw.once('close', () => clearInterval(timer))
}
