import { PgBoss, type QueueOptions } from 'pg-boss'
import type { Connection } from '../database/engine/connection.ts'
import { CUT_QUEUE } from './cut-jobs.ts'
import { makeOwnerIndex } from './cut-priority.ts'
import { MAIL_QUEUE, MAIL_QUEUE_OPTIONS, type MailQueueOptions } from './mail-queue.ts'
import { putBackAfterDeath } from './put-back.ts'

/** A worker says every HEARTBEAT_REFRESH_SECONDS that it lives. Two missed in a row may be a busy machine, three are not. */
export const SILENT_SECONDS = 15

const CUT_QUEUE_OPTIONS: QueueOptions & { notify: boolean } = {
  retryLimit: 2,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  expireInSeconds: 30 * 60,
  // Later than workers look for the silent themselves, who count at how many deaths it was; where no worker is left to look.
  heartbeatSeconds: 2 * SILENT_SECONDS,
  deleteAfterSeconds: 24 * 60 * 60,
  notify: true,
}

export const HEARTBEAT_REFRESH_SECONDS = 5

/** How often jobs of silent workers are looked for: on PostgreSQL the next worker has them within 15 + 5 + 2 seconds. */
export const SUPERVISE_SECONDS = { postgres: 5, embedded: 60 }

const DELETE_EVERY_SECONDS = 60 * 60

/** Migrates pg-boss, sets up the queues and requeues what a killed process certainly left running. */
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
    maintenanceIntervalSeconds: DELETE_EVERY_SECONDS,
    // No job waits for another; pg-boss would look every five seconds.
    flowIntervalSeconds: 60 * 60,
  })
  boss.on('error', onError)
  try {
    await boss.start()
    await setUpQueue(boss, CUT_QUEUE, CUT_QUEUE_OPTIONS)
    await setUpQueue(boss, MAIL_QUEUE, mailQueueOptions)
    await makeOwnerIndex(connection.executor)
    // The holder of the directory's lock is alone: running jobs can only be left over from a killed process.
    if (connection.kind === 'embedded') await putBackAfterDeath(connection.executor)
    return boss
  } catch (error) {
    // It supervises by timers, which would keep a command alive that has failed.
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
}

async function setUpQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
  // pg-boss has forgotten the queue now and would ask at its next use. On the embedded database that could be inside a
  // transaction, where a question from outside waits for ever.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}
