import { QUEUE_CLASSES } from '@kerf/domain/jobs/queue-order'
import type { Gauge, Registry } from 'prom-client'
import type { ConnectionStats, OperatingStats } from '../../ports/metrics.ts'
import { metricsIn } from './metric-help.ts'

export interface StateSources {
  stats(): Promise<OperatingStats>
  databaseBytes(): Promise<number | null>
  /** Of this process; null where there are none to share. */
  connections(): ConnectionStats | null
  disk(): Promise<{ freeBytes: number; totalBytes: number }>
  lastSweepAt(): Promise<Date | null>
  lastPaymentRoundAt(): Promise<Date | null>
}

/** Sets the metrics; null leaves them out. `shared`: metrics of the installation, from the database; `own`: of this process. */
export function stateMetrics(shared: Registry, own: Registry) {
  const { gauge: sharedGauge } = metricsIn(shared)
  const { gauge: ownGauge } = metricsIn(own)
  const jobs = sharedGauge('kerf_queue_jobs', 'class', 'state')
  const oldest = sharedGauge('kerf_queue_oldest_job_age_seconds', 'class')
  const ready = sharedGauge('kerf_queue_ready_job_age_seconds', 'class')
  const age = sharedGauge('kerf_queue_age_seconds')
  const emails = sharedGauge('kerf_emails', 'state')
  const emailAge = sharedGauge('kerf_emails_oldest_age_seconds')
  const clips = sharedGauge('kerf_storage_clips')
  const clipBytes = sharedGauge('kerf_storage_clip_bytes')
  const databaseBytes = sharedGauge('kerf_database_size_bytes')
  const free = ownGauge('kerf_storage_free_bytes')
  const total = ownGauge('kerf_storage_size_bytes')
  const connections = ownGauge('kerf_database_connections', 'state')
  const sweep = ownGauge('kerf_sweep_last_success_timestamp_seconds')
  const round = ownGauge('kerf_payment_last_round_timestamp_seconds')

  return {
    installation(stats: OperatingStats | null): void {
      for (const each of [jobs, oldest, ready, emails]) each.reset()
      for (const each of [age, emailAge, clips, clipBytes]) each.remove()
      if (stats === null) return
      for (const kind of QUEUE_CLASSES) {
        const { waiting, running, oldestAgeSeconds, readyAgeSeconds } = stats.queue[kind]
        jobs.set({ class: kind, state: 'waiting' }, waiting)
        jobs.set({ class: kind, state: 'running' }, running)
        oldest.set({ class: kind }, oldestAgeSeconds)
        ready.set({ class: kind }, readyAgeSeconds)
      }
      age.set(Math.max(...QUEUE_CLASSES.map((kind) => stats.queue[kind].readyAgeSeconds)))
      emails.set({ state: 'waiting' }, stats.emails.waiting)
      emails.set({ state: 'tried' }, stats.emails.tried)
      emails.set({ state: 'given_up' }, stats.emails.givenUp)
      emailAge.set(stats.emails.oldestAgeSeconds)
      clips.set(stats.clips.files)
      clipBytes.set(stats.clips.bytes)
    },
    databaseBytes: (bytes: number | null) => setOrLeaveOut(databaseBytes, bytes),
    disk(space: { freeBytes: number; totalBytes: number } | null): void {
      setOrLeaveOut(free, space?.freeBytes ?? null)
      setOrLeaveOut(total, space?.totalBytes ?? null)
    },
    connections(stats: ConnectionStats | null): void {
      connections.reset()
      if (stats === null) return
      connections.set({ state: 'in_use' }, stats.inUse)
      connections.set({ state: 'idle' }, stats.idle)
      connections.set({ state: 'waiting' }, stats.waiting)
    },
    times(times: { sweep: Date | null; paymentRound: Date | null }): void {
      setOrLeaveOut(sweep, unixSeconds(times.sweep))
      setOrLeaveOut(round, unixSeconds(times.paymentRound))
    },
  }
}

/** Without a value there is no metric: 0 would be one. */
function setOrLeaveOut(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove()
  else gauge.set(value)
}

const unixSeconds = (time: Date | null): number | null => (time === null ? null : time.getTime() / 1000)
