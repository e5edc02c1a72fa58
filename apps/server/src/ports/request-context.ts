/** The request or job that work belongs to. Lines of the log and spans of a trace are found by it, from a click to its clip. */

import { AsyncLocalStorage } from 'node:async_hooks'

export interface RequestContext {
  requestId?: string
  jobId?: string
  clipId?: string
  downloadId?: string
  /** The span that it is done in, as W3C Trace Context writes it. Absent where nothing is traced. */
  traceparent?: string
}

/** What a job takes along, as JSON, to whichever process does it. */
export type CarriedContext = Pick<RequestContext, 'requestId' | 'traceparent'>

const NONE: RequestContext = {}
const storage = new AsyncLocalStorage<RequestContext>()

/** Everything that `work` calls has this context, merged into the current one. */
export function withRequestContext<T>(more: RequestContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...more }, work)
}

/** The same for a job, without the context of whatever woke its worker. */
export function withJobContext<T>(requestContext: RequestContext, work: () => T): T {
  return storage.run(requestContext, work)
}

export function currentRequestContext(): RequestContext {
  return storage.getStore() ?? NONE
}

/** What a job that is asked for now takes along; undefined when there is nothing, as when the server asks for it by itself. */
export function carriedContext(): CarriedContext | undefined {
  const { requestId, traceparent } = currentRequestContext()
  if (requestId === undefined && traceparent === undefined) return undefined
  return { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
}
