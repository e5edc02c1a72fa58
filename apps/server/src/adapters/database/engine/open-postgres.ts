import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg, { type Pool } from 'pg'
import type { Connection, MigrationWatch } from './connection.ts'
import type { Executor } from './executor.ts'
import { createConnectionLocks } from './name-locks.ts'
import { checkEncoding, setSession } from './session-settings.ts'
import { withMigrations } from './with-migrations.ts'

/** Advisory lock, `kerf` in ASCII, under which processes that start together migrate one after another. */
export const MIGRATION_LOCK = 0x6b657266
const MAX_CONNECTIONS = 10
const MAX_QUEUE_CONNECTIONS = 4
/** Time limit for opening a connection, or for one of the pool to become free. pg-boss has the same default. */
const CONNECT_TIMEOUT_MILLISECONDS = 10_000

/**
 * Opens a PostgreSQL pool lazily: a wrong address fails at migrate(). `onError` receives errors of idle connections,
 * which would end the process otherwise. Connecting and waiting for a free connection fail after `connectMilliseconds`.
 */
export function openPostgres(
  databaseUrl: string,
  onError: (error: unknown) => void,
  connectMilliseconds = CONNECT_TIMEOUT_MILLISECONDS,
): Connection {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    application_name: 'kerf',
    connectionTimeoutMillis: connectMilliseconds,
    onConnect: setSession,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return {
    kind: 'postgres',
    executor: drizzle(pool) as Executor,
    listen: null,
    queueOptions: { connectionString: databaseUrl, max: MAX_QUEUE_CONNECTIONS, onConnect: setSession },
    holding: createConnectionLocks(pool),
    copyTo: null,
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    migrate: (count, watch) => withMigrations(count, (folder) => migrateUnderLock(pool, folder, onError, watch)),
    close: () => pool.end(),
  }
}

async function migrateUnderLock(
  pool: Pool,
  migrationsFolder: string,
  onError: (error: unknown) => void,
  watch?: MigrationWatch,
): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [MIGRATION_LOCK])
    if (rows[0]?.isOurs !== true) {
      watch?.onWaiting()
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    }
    await watch?.onTurn()
    const encodingError = await checkEncoding(client)
    if (encodingError) onError(encodingError)
    await migrate(drizzle(client), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    // Closing the connection releases the lock in any case.
    client.release(true)
    throw error
  }
}
