/** Metrics for operators, counted as events happen: adapters/metrics. */

import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import type { SourceId } from '@kerf/domain/links/source-ids'

export interface CutEnd {
  format: ClipFormat
  /** `put_back`: the job returned to the queue, because the server stops or a retry may succeed. */
  outcome: 'completed' | 'failed' | 'cancelled' | 'put_back'
  code: ErrorCode | null
  /** null unless the cut completed. */
  receipt: Receipt | null
  seconds: number
  /** CPU time of the cut's media processes; null if unknown. */
  cpuSeconds: number | null
}

export type MediaWork = 'cut' | 'preview' | 'inspect' | 'plan' | 'version'

/**
 * End of a media process. `died`: it crashed or the system killed it. `stopped`: it exceeded a limit or was cancelled.
 */
export type MediaEnd = 'answered' | 'refused' | 'stopped' | 'died'

export type PaymentCall = 'login' | 'client_token' | 'create_order' | 'capture' | 'read_order' | 'verify_webhook_event'

export type PaymentOutcome =
  | 'ok'
  /** The provider was unreachable, or its answer was unusable. */
  | 'unclear'
  /** The provider holds a capture back. */
  | 'pending'
  | 'declined'
  | 'not_approved'
  | 'gone'
  /** A login or a webhook event is not genuine. */
  | 'refused'

/** Counters of events. Calls are quick and never throw. */
export interface MetricsRecorder {
  requestAnswered(request: { route: string; method: string; status: number; seconds: number }): void
  requestRefused(code: ErrorCode): void
  queueWaited(kind: QueueClass, seconds: number): void
  cutEnded(end: CutEnd): void
  /** `code`: `ok`, or the source's refusal. */
  sourceAsked(source: SourceId, code: ErrorCode | 'ok', seconds: number): void
  /** Counts one step of the resolver, sent from the outgoing IP address `egress`. */
  resolverAsked(step: string, egress: string, code: ErrorCode | 'ok', seconds: number): void
  mediaBegan(work: MediaWork): void
  mediaEnded(work: MediaWork, endKind: MediaEnd): void
  /** Counts bytes received from outside, by requesting part. */
  bytesReceived(by: 'fetcher' | 'resolver', bytes: number): void
  emailEnded(outcome: 'sent' | 'refused' | 'failed'): void
  paymentAsked(call: PaymentCall, outcome: PaymentOutcome, seconds: number): void
  swept(report: { deletedFiles: number; freedBytes: number } | 'failed'): void
}

const ignoreEvent = (): void => undefined

export const NO_METRICS: MetricsRecorder = {
  requestAnswered: ignoreEvent,
  requestRefused: ignoreEvent,
  queueWaited: ignoreEvent,
  cutEnded: ignoreEvent,
  sourceAsked: ignoreEvent,
  resolverAsked: ignoreEvent,
  mediaBegan: ignoreEvent,
  mediaEnded: ignoreEvent,
  bytesReceived: ignoreEvent,
  emailEnded: ignoreEvent,
  paymentAsked: ignoreEvent,
  swept: ignoreEvent,
}

export interface OperatingStats {
  queue: Record<QueueClass, QueueStats>
  emails: { waiting: number; tried: number; givenUp: number; oldestAgeSeconds: number }
  clips: { files: number; bytes: number }
}

export interface QueueStats {
  waiting: number
  running: number
  /** Age of the oldest waiting job; 0 if none waits. */
  oldestAgeSeconds: number
  /** Maximum time that a waiting job has been ready; 0 if none is ready. */
  readyAgeSeconds: number
}

export interface ConnectionStats {
  inUse: number
  idle: number
  waiting: number
}

export interface CountedServer {
  on(event: 'connection', listener: (socket: CountedSocket) => void): unknown
}

export interface CountedSocket {
  readonly bytesWritten: number
  once(event: 'close', listener: () => void): unknown
}

/** All metrics. Reading never throws: a failing metric is left out, and the failure is counted. */
export interface Metrics {
  readonly contentType: string
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>
  readonly metricsRecorder: MetricsRecorder
  watchServer(server: CountedServer): void
}
