/** What is counted while it happens, for those who watch over the server: adapters/metrics. */

import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import type { QueueClass } from '@kerf/domain/jobs/queue-order'
import type { SourceId } from '@kerf/domain/links/link'

export interface CutEnd {
  format: ClipFormat
  /** `put_back`: the server is stopping, or another try may end better. */
  outcome: 'completed' | 'failed' | 'cancelled' | 'put_back'
  code: ErrorCode | null
  /** What became of it; null unless it was completed. */
  receipt: Receipt | null
  seconds: number
  /** CPU time of its media processes; null where it is unknown. */
  cpuSeconds: number | null
}

export type MediaWork = 'cut' | 'preview' | 'inspect' | 'plan' | 'version'

/** `died`: of itself, or killed by the system; `stopped`: it exceeded a limit, or was no longer wanted. */
export type MediaEnd = 'answered' | 'refused' | 'stopped' | 'died'

export type PaymentCall = 'login' | 'client_token' | 'create_order' | 'capture' | 'read_order' | 'verify_webhook_event'

export type PaymentOutcome =
  | 'ok'
  /** It could not be asked, or did not answer sensibly. */
  | 'unclear'
  /** Of a capture. */
  | 'pending'
  | 'declined'
  | 'not_approved'
  | 'gone'
  /** Of a login or a webhook event: it is not genuine. */
  | 'refused'

/** Counting is quick, never fails and never waits. */
export interface MetricsRecorder {
  requestAnswered(request: { route: string; method: string; status: number; seconds: number }): void
  requestRefused(code: ErrorCode): void
  queueWaited(kind: QueueClass, seconds: number): void
  cutEnded(end: CutEnd): void
  /** `ok`, or why the source refused. */
  sourceAsked(source: SourceId, code: ErrorCode | 'ok', seconds: number): void
  /** One step of the resolver, leaving by this outgoing address. */
  resolverAsked(step: string, egress: string, code: ErrorCode | 'ok', seconds: number): void
  mediaBegan(work: MediaWork): void
  mediaEnded(work: MediaWork, how: MediaEnd): void
  /** From outside, by whom it was asked for. */
  bytesReceived(by: 'fetcher' | 'resolver', bytes: number): void
  emailEnded(outcome: 'sent' | 'refused' | 'failed'): void
  paymentAsked(call: PaymentCall, outcome: PaymentOutcome, seconds: number): void
  swept(report: { deletedFiles: number; freedBytes: number } | 'failed'): void
}

const nothing = (): void => undefined

export const NO_METRICS: MetricsRecorder = {
  requestAnswered: nothing,
  requestRefused: nothing,
  queueWaited: nothing,
  cutEnded: nothing,
  sourceAsked: nothing,
  resolverAsked: nothing,
  mediaBegan: nothing,
  mediaEnded: nothing,
  bytesReceived: nothing,
  emailEnded: nothing,
  paymentAsked: nothing,
  swept: nothing,
}

export interface OperatingStats {
  queue: Record<QueueClass, QueueStats>
  emails: { waiting: number; tried: number; givenUp: number; oldestAgeSeconds: number }
  clips: { files: number; bytes: number }
}

export interface QueueStats {
  waiting: number
  running: number
  /** Of the job that waits longest, since it was asked for; 0 when none waits. */
  oldestAgeSeconds: number
  /** Since when the first of those that could be taken could have been; 0 when there is none. */
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

/** The metrics. Reading never throws: a metric that fails is left out, and counted. */
export interface Metrics {
  readonly contentType: string
  /** Prometheus' text format. */
  text(): Promise<string>
  readonly metricsRecorder: MetricsRecorder
  watchServer(server: CountedServer): void
}
