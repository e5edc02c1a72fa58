import { PgBoss, type QueueOptions } from 'pg-boss'
import type { Connection } from '../database/engine/connection.ts'
import { CUT_QUEUE } from './cut-jobs.ts'
import { makeOwnerIndex } from './cut-priority.ts'
import { MAIL_QUEUE, MAIL_QUEUE_OPTIONS, type MailQueueOptions } from './mail-queue.ts'
import { putBackAfterDeath } from './put-back.ts'

/**
 * A worker without a heartbeat for this time counts as dead: it has missed three. On a busy machine, it may miss two.
 */
export const SILENT_SECONDS = 15

const CUT_QUEUE_OPTIONS: QueueOptions & { notify: boolean } = {
  retryLimit: 2,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  expireInSeconds: 30 * 60,
  // Workers find jobs of silent workers earlier and count the crash. This limit is for times without a live worker.
  heartbeatSeconds: 2 * SILENT_SECONDS,
  deleteAfterSeconds: 24 * 60 * 60,
  notify: true,
}

export const HEARTBEAT_REFRESH_SECONDS = 5

/** Interval of the search for jobs of silent workers. On PostgreSQL a live worker has them within 15 + 5 + 2 s. */
export const SUPERVISE_SECONDS = { postgres: 5, embedded: 60 }

const DELETE_INTERVAL_SECONDS = 60 * 60

/** Starts and migrates pg-boss and sets up its queues. The embedded database also requeues jobs of a killed process. */
export async function openJobQueue(
  connection: Connection,
  onError: (error: unknown) => void,
  mailQueueOptions: MailQueueOptions = MAIL_QUEUE_OPTIONS,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection.queueOptions,
    application_name: 'kerf-jobs',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS[connection.kind],
    monitorIntervalSeconds: SUPERVISE_SECONDS[connection.kind],
    maintenanceIntervalSeconds: DELETE_INTERVAL_SECONDS,
    // No job depends on another one. By default pg-boss would query that every five seconds.
    flowIntervalSeconds: 60 * 60,
  })
  boss.on('error', onError)
  try {
    await boss.start()
    await setUpQueue(boss, CUT_QUEUE, CUT_QUEUE_OPTIONS)
    await setUpQueue(boss, MAIL_QUEUE, mailQueueOptions)
    await makeOwnerIndex(connection.executor)
    // Only this process holds the directory's lock, so running jobs are left over from a killed process.
    if (connection.kind === 'embedded') await putBackAfterDeath(connection.executor)
    return boss
  } catch (error) {
    // The timers of pg-boss would keep a failed command alive.
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
}

async function setUpQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
  // The update has emptied pg-boss's cache of the queue. This query fills it now: on the embedded database, a query
  // from outside a later transaction would wait forever.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}
