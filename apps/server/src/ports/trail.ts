/** On whose account something is done: what lines of the log and spans of a trace are found by, from a click to its clip. */

import { AsyncLocalStorage } from 'node:async_hooks'

export interface Trail {
  /** The request that it is done for, or that asked for the job it is done in. */
  requestId?: string
  jobId?: string
  clipId?: string
  /** The first download that wants the clip. */
  downloadId?: string
  /** The span that it is done in, as W3C Trace Context writes it. Absent where nothing is traced. */
  traceparent?: string
}

/** What a job takes along, as JSON, to whichever process does it. */
export type CarriedTrail = Pick<Trail, 'requestId' | 'traceparent'>

const NONE: Trail = {}
const trails = new AsyncLocalStorage<Trail>()

/** Everything that comes of `work` is done on this account, and on what it was done on before. */
export function onTrail<T>(more: Trail, work: () => T): T {
  return trails.run({ ...trails.getStore(), ...more }, work)
}

/** The same for a job: whoever happened to wake its worker has nothing to do with it. */
export function onTrailOfJob<T>(trail: Trail, work: () => T): T {
  return trails.run(trail, work)
}

export function trailNow(): Trail {
  return trails.getStore() ?? NONE
}

/** What a job that is asked for now takes along; undefined when there is nothing, as when the server asks for it by itself. */
export function carriedTrail(): CarriedTrail | undefined {
  const { requestId, traceparent } = trailNow()
  if (requestId === undefined && traceparent === undefined) return undefined
  return { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
}
