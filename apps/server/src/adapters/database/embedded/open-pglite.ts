import { constants, cp } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm as trigrams } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import type { Connection } from '../engine/connection.ts'
import type { Executor } from '../engine/executor.ts'
import { createProcessLocks } from '../engine/name-locks.ts'
import { withMigrations } from '../engine/with-migrations.ts'
import { ClusterError, clusterIn, hasCluster, makeCluster } from './cluster-folder.ts'
import { readDatabaseTemplate } from './database-template.ts'
import { DurableFileSystem, NotDurableError } from './durable-file-system.ts'
import { reopeningPglite } from './reopening-pglite.ts'
import { leaveTypesToDrizzle, sparingPglite } from './sparing-pglite.ts'
import { unpackFolder } from './template-archive.ts'

/** PostgreSQL's default of 128 MB is set up page by page at each start, which costs 0.08 s and 100 MB of memory. */
const SHARED_BUFFERS = '32MB'

/** V8 flags against recompiling WebAssembly, which takes 0.7 s of CPU at each start and does not speed up queries. */
const NO_RECOMPILE_FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** PGlite runs initdb over existing files if it cannot read PG_VERSION. This unknown argument makes initdb fail. */
const FAILING_INITDB_ARGUMENTS = ['--make-none']
const DEFAULT_INITDB_ARGUMENTS: string[] = []

export interface PgliteOptions {
  /** Folder of the database, created if missing. Only one process may have it open: see data-directory/. */
  folder: string
  /** Path of a template of the empty database; null to create the database without one. */
  templatePath: string | null
  onError: (error: unknown) => void
  /** Replaces Node's fsyncSync, for a test that counts calls. */
  sync?: (descriptor: number) => void
}

/** Opens the embedded database. Throws ClusterError if it exists and cannot be used; its files stay unchanged. */
export async function openPglite({ folder, templatePath, onError, sync }: PgliteOptions): Promise<Connection> {
  for (const flag of NO_RECOMPILE_FLAGS) setFlagsFromString(flag)
  if (!(await hasCluster(folder))) {
    const template = templatePath && (await readDatabaseTemplate(templatePath))
    await makeCluster(folder, async (draft) => {
      if (template) unpackFolder(template, draft)
      else await (await startPostgres(draft, sync, DEFAULT_INITDB_ARGUMENTS)).close()
    })
  }
  const open = () => startPostgres(clusterIn(folder), sync, FAILING_INITDB_ARGUMENTS)
  const pglite = reopeningPglite(await open().catch(clusterErrorThrower(folder)), open, onError)
  const { forDrizzle, forQueue } = sparingPglite(pglite)
  const database = drizzle({ client: forDrizzle })
  return {
    kind: 'embedded',
    executor: database as Executor,
    listen: (channel, listener) => pglite.listen(channel, listener),
    queueOptions: { db: fromPglite(forQueue), backend: 'pglite' },
    holding: createProcessLocks(),
    connections: () => null,
    // Between two statements the files are complete together with the log, as after kill -9.
    copyTo: (target) =>
      pglite.use((current) =>
        current.runExclusive(() => cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE })),
      ),
    migrate: (count) => withMigrations(count, (migrationsFolder) => migrate(database, { migrationsFolder })),
    close: () => pglite.close(),
  }
}

async function startPostgres(cluster: string, sync: PgliteOptions['sync'], initDbArguments: string[]): Promise<PGlite> {
  let failureLine = ''
  try {
    const pglite = await PGlite.create({
      initDbStartParams: initDbArguments,
      fs: new DurableFileSystem(cluster, sync),
      // A real PostgreSQL finds this extension in its own folder; see migration 0009.
      extensions: { pg_trgm: trigrams },
      // `-F` turns fsync off. `fsync` is the only method of syncing the log that reaches this file system.
      startParams: [
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
        '-c',
        'wal_sync_method=fsync',
        '-c',
        `shared_buffers=${SHARED_BUFFERS}`,
      ],
      onStderr(line) {
        failureLine = /(?:FATAL|PANIC): .*/.exec(line)?.[0] ?? failureLine
        return false
      },
    })
    leaveTypesToDrizzle(pglite)
    return pglite
  } catch (error) {
    // These errors are not the fault of the files: too little memory, or an unsupported PGlite.
    if (error instanceof RangeError || error instanceof NotDurableError) throw error
    throw new NotStartedError(failureLine, { cause: error })
  }
}

/** PostgreSQL did not start. The message is its last FATAL or PANIC line, or empty. */
class NotStartedError extends Error {
  override name = 'NotStartedError'
}

const DISK_FULL_PATTERN = /No space left on device|quota exceeded/i
const ACCESS_ERROR_PATTERN = /Permission denied|Read-only file system/

function clusterErrorThrower(folder: string): (error: Error) => never {
  return (cause) => {
    if (!(cause instanceof NotStartedError)) throw cause
    const reason = cause.message || 'PostgreSQL gives no reason'
    if (DISK_FULL_PATTERN.test(reason))
      throw Object.assign(new Error(reason, { cause }), { code: 'ENOSPC', syscall: 'open' })
    const code = ACCESS_ERROR_PATTERN.test(reason) ? 'database_unreadable' : 'database_damaged'
    throw new ClusterError(code, `The database in ${folder} does not start: ${reason}.`, folder, { cause })
  }
}
