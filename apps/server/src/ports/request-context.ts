/**
 * Ids of the current request or job. Log lines and trace spans carry them, so that they can be followed from request to
 * clip.
 */

import { AsyncLocalStorage } from 'node:async_hooks'

export interface RequestContext {
  requestId?: string
  jobId?: string
  clipId?: string
  downloadId?: string
  /** Current span, in W3C Trace Context format. Absent if tracing is off. */
  traceparent?: string
}

/** Part of the context that is stored with a job, as JSON, for the process that runs it. */
export type CarriedContext = Pick<RequestContext, 'requestId' | 'traceparent'>

const EMPTY_CONTEXT: RequestContext = {}
const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` with `addition` merged into the current context. */
export function withRequestContext<T>(addition: RequestContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...addition }, work)
}

/** Runs a job's `work` with exactly this context, without the worker's current one. */
export function withJobContext<T>(requestContext: RequestContext, work: () => T): T {
  return storage.run(requestContext, work)
}

export function currentRequestContext(): RequestContext {
  return storage.getStore() ?? EMPTY_CONTEXT
}

/** Context to store with a new job; undefined outside requests, as for jobs that the server itself starts. */
export function carriedContext(): CarriedContext | undefined {
  const { requestId, traceparent } = currentRequestContext()
  if (requestId === undefined && traceparent === undefined) return undefined
  return { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
}
