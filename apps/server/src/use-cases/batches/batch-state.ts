import type { Batch } from '@kerf/contract/batch'
import type { Download } from '@kerf/contract/download'
import { secondsLeft } from '../downloads/clip-progress.ts'

/** One clip of a batch, as far as the whole depends on it. */
export interface BatchPart {
  status: Download['status']
  /** 0..100 */
  progress: number
  /** How much of the whole it is. */
  rangeSeconds: number
  /** Of its own work, as long as that lasts. */
  etaSeconds: number | null
  startedAt: Date | null
  finishedAt: Date | null
}

export type BatchState = Pick<Batch, 'status' | 'progress' | 'etaSeconds' | 'completed' | 'failed' | 'total'>

/** How far all of them are together. What has come to its end, whichever that is, is done with. */
export function batchState(parts: readonly BatchPart[], createdAt: Date, now: Date): BatchState {
  const count = (status: Download['status']) => parts.filter((part) => part.status === status).length
  return {
    status: statusOf(parts),
    progress: Math.floor(100 * shareDone(parts)),
    etaSeconds: etaSeconds(parts, createdAt, now),
    completed: count('completed'),
    failed: count('failed'),
    total: parts.length,
  }
}

/** While any is in work they all are; then one good clip is enough. Of what is gone, the best is said that ever was. */
function statusOf(parts: readonly BatchPart[]): Batch['status'] {
  const order = ['processing', 'completed', 'expired', 'failed', 'cancelled'] as const
  // All of them deleted one by one is gone too.
  return order.find((status) => parts.some((part) => part.status === status)) ?? 'expired'
}

/** 0..1 */
function shareDone(parts: readonly BatchPart[]): number {
  const sum = (estimate: (part: BatchPart) => number) => parts.reduce((total, part) => total + estimate(part), 0)
  const whole = sum(({ rangeSeconds }) => rangeSeconds)
  const donePercent = ({ status, progress }: BatchPart) => (status === 'processing' ? progress : 100)
  return whole > 0 ? sum((part) => (part.rangeSeconds * donePercent(part)) / 100) / whole : 1
}

/** From how long it took to come this far, the others in the queue included; null until there is enough to tell from. */
function etaSeconds(parts: readonly BatchPart[], createdAt: Date, now: Date): number | null {
  const running = parts.filter(({ status }) => status === 'processing')
  // What was finished before anybody asked, or came to nothing, tells nothing about the rest.
  const finished = parts.filter(
    ({ status, finishedAt }) => status === 'completed' && finishedAt !== null && finishedAt > createdAt,
  )
  const work = [...running, ...finished]
  const starts = work.flatMap(({ startedAt }) => (startedAt ? [startedAt.getTime()] : []))
  if (running.length === 0 || starts.length === 0) return null
  const left = secondsLeft(now.getTime() - Math.min(...starts), shareDone(work))
  return left === null ? null : Math.max(left, ...running.map((part) => part.etaSeconds ?? 0))
}
