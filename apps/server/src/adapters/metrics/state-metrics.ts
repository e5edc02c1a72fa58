import { QUEUE_CLASSES } from '@kerf/domain/jobs/queue-order'
import { Gauge, type Registry } from 'prom-client'
import type { ConnectionStats, OperatingStats } from '../../ports/metrics.ts'

export interface StateSources {
  stats(): Promise<OperatingStats>
  /** null where it is unknown. */
  databaseBytes(): Promise<number | null>
  /** Of this process; null where there are none to share. */
  connections(): ConnectionStats | null
  disk(): Promise<{ freeBytes: number; totalBytes: number }>
  lastSweepAt(): Promise<Date | null>
  lastPaymentRoundAt(): Promise<Date | null>
}

/** Sets the metrics; null leaves them out. `shared`: metrics of the installation, from the database; `own`: of this process. */
export function stateMetrics(shared: Registry, own: Registry) {
  const gauge = <Label extends string>(registry: Registry, name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const jobs = gauge(shared, 'kerf_queue_jobs', 'Jobs in the cut queue, by class and state.', ['class', 'state'])
  const oldest = gauge(
    shared,
    'kerf_queue_oldest_job_age_seconds',
    'How long ago the job that waits longest was asked for.',
    ['class'],
  )
  const ready = gauge(
    shared,
    'kerf_queue_ready_job_age_seconds',
    'How long the first of the jobs that could be taken has waited for a worker.',
    ['class'],
  )
  const age = gauge(shared, 'kerf_queue_age_seconds', 'The same over all classes: what to scale the workers by.')
  const emails = gauge(
    shared,
    'kerf_emails',
    'Emails: waiting, of these tried in vain, and given up within the last hour.',
    ['state'],
  )
  const emailAge = gauge(
    shared,
    'kerf_emails_oldest_age_seconds',
    'How long ago the email that waits longest was asked for.',
  )
  const clips = gauge(shared, 'kerf_storage_clips', 'Finished clips that are kept.')
  const clipBytes = gauge(shared, 'kerf_storage_clip_bytes', 'What they take up.')
  const databaseBytes = gauge(shared, 'kerf_database_size_bytes', 'What the database takes up.')
  const free = gauge(own, 'kerf_storage_free_bytes', 'Free room on the disk that this process writes to.')
  const total = gauge(own, 'kerf_storage_size_bytes', 'The size of that disk.')
  const connections = gauge(
    own,
    'kerf_database_connections',
    'Connections of this process to the database: in use, idle; and who waits for one.',
    ['state'],
  )
  const sweep = gauge(
    own,
    'kerf_sweep_last_success_timestamp_seconds',
    'When files were last swept, as this process knows.',
  )
  const round = gauge(
    own,
    'kerf_payment_last_round_timestamp_seconds',
    'When unfinished payments were last asked about, as this process knows.',
  )

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
