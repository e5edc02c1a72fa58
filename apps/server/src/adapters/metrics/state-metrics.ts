import { QUEUE_CLASSES } from '@kerf/domain/jobs/queue-order'
import type { Gauge, Registry } from 'prom-client'
import type { ConnectionStats, OperatingStats } from '../../ports/metrics.ts'
import { metricsIn } from './metric-help.ts'

export interface StateSources {
  stats(): Promise<OperatingStats>
  databaseBytes(): Promise<number | null>
  /** Database connections of this process; null if it has no pool. */
  connections(): ConnectionStats | null
  disk(): Promise<{ freeBytes: number; totalBytes: number }>
  lastSweepAt(): Promise<Date | null>
  lastPaymentRoundAt(): Promise<Date | null>
}

/** Sets metrics of the whole installation (`sharedRegistry`) and of this process (`ownRegistry`). null removes them. */
export function createStateMetrics(sharedRegistry: Registry, ownRegistry: Registry) {
  const { gauge: sharedGauge } = metricsIn(sharedRegistry)
  const { gauge: ownGauge } = metricsIn(ownRegistry)
  const jobs = sharedGauge('kerf_queue_jobs', 'class', 'state')
  const oldestAge = sharedGauge('kerf_queue_oldest_job_age_seconds', 'class')
  const readyAge = sharedGauge('kerf_queue_ready_job_age_seconds', 'class')
  const queueAge = sharedGauge('kerf_queue_age_seconds')
  const emails = sharedGauge('kerf_emails', 'state')
  const emailAge = sharedGauge('kerf_emails_oldest_age_seconds')
  const clips = sharedGauge('kerf_storage_clips')
  const clipBytes = sharedGauge('kerf_storage_clip_bytes')
  const databaseBytes = sharedGauge('kerf_database_size_bytes')
  const freeSpace = ownGauge('kerf_storage_free_bytes')
  const totalSpace = ownGauge('kerf_storage_size_bytes')
  const connections = ownGauge('kerf_database_connections', 'state')
  const sweep = ownGauge('kerf_sweep_last_success_timestamp_seconds')
  const lastRoundGauge = ownGauge('kerf_payment_last_round_timestamp_seconds')

  return {
    installation(stats: OperatingStats | null): void {
      for (const gauge of [jobs, oldestAge, readyAge, emails]) gauge.reset()
      for (const gauge of [queueAge, emailAge, clips, clipBytes]) gauge.remove()
      if (stats === null) return
      for (const kind of QUEUE_CLASSES) {
        const { waiting, running, oldestAgeSeconds, readyAgeSeconds } = stats.queue[kind]
        jobs.set({ class: kind, state: 'waiting' }, waiting)
        jobs.set({ class: kind, state: 'running' }, running)
        oldestAge.set({ class: kind }, oldestAgeSeconds)
        readyAge.set({ class: kind }, readyAgeSeconds)
      }
      queueAge.set(Math.max(...QUEUE_CLASSES.map((kind) => stats.queue[kind].readyAgeSeconds)))
      emails.set({ state: 'waiting' }, stats.emails.waiting)
      emails.set({ state: 'tried' }, stats.emails.tried)
      emails.set({ state: 'given_up' }, stats.emails.givenUp)
      emailAge.set(stats.emails.oldestAgeSeconds)
      clips.set(stats.clips.files)
      clipBytes.set(stats.clips.bytes)
    },
    databaseBytes: (bytes: number | null) => setOrRemove(databaseBytes, bytes),
    disk(space: { freeBytes: number; totalBytes: number } | null): void {
      setOrRemove(freeSpace, space?.freeBytes ?? null)
      setOrRemove(totalSpace, space?.totalBytes ?? null)
    },
    connections(stats: ConnectionStats | null): void {
      connections.reset()
      if (stats === null) return
      connections.set({ state: 'in_use' }, stats.inUse)
      connections.set({ state: 'idle' }, stats.idle)
      connections.set({ state: 'waiting' }, stats.waiting)
    },
    times(times: { sweep: Date | null; paymentRound: Date | null }): void {
      setOrRemove(sweep, unixSeconds(times.sweep))
      setOrRemove(lastRoundGauge, unixSeconds(times.paymentRound))
    },
  }
}

/** Removes the metric if there is no value, because 0 would be a value. */
function setOrRemove(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove()
  else gauge.set(value)
}

const unixSeconds = (time: Date | null): number | null => (time === null ? null : time.getTime() / 1000)
