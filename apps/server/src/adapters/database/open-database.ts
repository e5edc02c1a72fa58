import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { CutWorker } from '../../ports/cut-worker.ts'
import type { Database, RowChanges } from '../../ports/database.ts'
import type { MailWorker } from '../../ports/emails.ts'
import type { ConnectionStats, OperatingStats } from '../../ports/metrics.ts'
import type { PeriodicRuns } from '../../ports/processes.ts'
import { createCutWorker } from '../job-queue/cut-worker.ts'
import type { MailQueueOptions } from '../job-queue/mail-queue.ts'
import { createMailWorker } from '../job-queue/mail-worker.ts'
import { openJobQueue, SUPERVISE_SECONDS } from '../job-queue/open-job-queue.ts'
import { refuseMoved } from '../processes/agreements.ts'
import { createPeriodicRuns } from '../processes/periodic-runs.ts'
import { createRecords } from './create-records.ts'
import { DATABASE_TEMPLATE_PATH } from './embedded/database-template.ts'
import { openPglite } from './embedded/open-pglite.ts'
import type { Connection } from './engine/connection.ts'
import { type Executor, queryRows, run } from './engine/executor.ts'
import { openPostgres } from './engine/open-postgres.ts'
import { watchRows } from './engine/row-changes.ts'
import { createCachedSettingRecords } from './moderation/settings.ts'
import { readOperatingStats } from './operating-stats.ts'
import { resetFutureTimes } from './reset-future-times.ts'
import { vacuumTables } from './vacuum-tables.ts'

const STOP_TIMEOUT_MILLISECONDS = 1000
/** Query that returns one row if anybody has used the installation. */
const ANY_USE_QUERY =
  'select where exists (select from users) or exists (select from viewers) or exists (select from settings)'
/** With less free space the embedded database cannot start. */
const MIN_FREE_BYTES = 200_000

export interface DatabaseOptions {
  /** URL of a real PostgreSQL, or null for the embedded one. */
  databaseUrl: string | null
  /** Folder of the embedded database: DataDirectory.databasePath, whose lock the caller holds. */
  folder: string
  /** Path of the template of an empty embedded database; null for no template. */
  templatePath?: string | null
  onError: (error: unknown) => void
  /** Time limit for opening a connection to a real PostgreSQL, or for a free one of the pool; ten seconds if absent. */
  connectMilliseconds?: number
  /** Replaces MAIL_QUEUE_OPTIONS, for a test that cannot wait for hours. */
  mailQueueOptions?: MailQueueOptions
}

export interface OpenDatabase extends Database {
  kind: Connection['kind']
  executor: Executor
  cutWorker: CutWorker
  mailWorker: MailWorker
  periodicRuns: PeriodicRuns
  operatingStats(): Promise<OperatingStats>
  connections(): ConnectionStats | null
  /** Resets future times, and vacuums an embedded database. */
  maintainTables(): Promise<void>
  /** Whether nobody has used this installation yet: it has no account, no visitor and no saved setting. */
  isUnused(): Promise<boolean>
  copyTo: Connection['copyTo']
}

/**
 * Opens the database and its job queue, both migrated and ready. Throws if the database cannot be reached, and
 * MovedError if the installation has moved away from it.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const connection = await connectDatabase(options)
  try {
    await refuseMoved(connection.executor)
    await connection.migrate()
    const boss = await openJobQueue(connection, options.onError, options.mailQueueOptions)
    const rowChanges = connection.listen && (await watchRows(connection.executor, connection.listen))
    return createDatabase(connection, boss, rowChanges, options.onError)
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Opens the database without migrating it or starting a queue. */
export async function connectDatabase(options: DatabaseOptions): Promise<Connection> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.onError, options.connectMilliseconds)
  const { templatePath = DATABASE_TEMPLATE_PATH } = options
  try {
    return await openPglite({ folder: options.folder, templatePath, onError: options.onError })
  } catch (error) {
    throw await nameFullDisk(error, options.folder)
  }
}

/** Returns an error that names a full disk. The embedded database aborts without a reason if it cannot write. */
async function nameFullDisk(cause: unknown, folder: string): Promise<unknown> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= MIN_FREE_BYTES) return cause
  return Object.assign(new Error('no space left on device', { cause }), { code: 'ENOSPC', syscall: 'write' })
}

function createDatabase(
  connection: Connection,
  boss: PgBoss,
  rowChanges: RowChanges | null,
  onError: (error: unknown) => void,
): OpenDatabase {
  const { executor } = connection
  const supervision = connection.kind === 'embedded' ? null : { everySeconds: SUPERVISE_SECONDS.postgres, onError }
  const mailWorker = createMailWorker(executor, boss)
  const settings = createCachedSettingRecords(executor)
  return {
    kind: connection.kind,
    executor,
    rowChanges,
    cutWorker: createCutWorker(executor, boss, supervision),
    periodicRuns: createPeriodicRuns(executor, connection.holding),
    mailWorker,
    operatingStats: () => readOperatingStats(executor, mailWorker),
    connections: connection.connections,
    copyTo: connection.copyTo,
    isUnused: async () => (await queryRows(executor, ANY_USE_QUERY)).length === 0,
    maintainTables: async () => {
      await resetFutureTimes(executor)
      if (connection.kind === 'embedded') await vacuumTables(executor)
    },
    records: { ...createRecords(executor, boss), settings },
    async transaction(work) {
      let isSettingWritten = false
      try {
        return await executor.transaction((transaction) => {
          const records = createRecords(transaction, boss)
          const write: typeof settings.write = (change) => {
            isSettingWritten = true
            return records.settings.write(change)
          }
          return work({ ...records, settings: { ...records.settings, write } })
        })
      } finally {
        if (isSettingWritten) settings.forget()
      }
    },
    sizeBytes: () => databaseBytes(executor),
    ping: () => run(executor.execute(sql`select 1`)),
    async close() {
      // Both workers have been stopped. Jobs that still run are not waited for.
      await boss.stop({ timeout: STOP_TIMEOUT_MILLISECONDS })
      await connection.close()
    },
  }
}

async function databaseBytes(executor: Executor): Promise<number | null> {
  const size = sql<string>`pg_database_size(current_database())`
  const [row] = await executor.select({ size }).from(sql`(select) as nothing`)
  return row ? Number(row.size) : null
}
