import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm as trigrams } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import type { Connection } from '../engine/connection.ts'
import type { Executor } from '../engine/executor.ts'
import { holdInProcess } from '../engine/held-name.ts'
import { withMigrations } from '../engine/with-migrations.ts'
import { readDatabaseTemplate } from './database-template.ts'
import { DurableFileSystem } from './durable-file-system.ts'
import { lastingPglite } from './lasting-pglite.ts'
import { leaveTypesToDrizzle, sparingPglite } from './sparing-pglite.ts'
import { isMadeIn, markMade } from './sync-tree.ts'
import { unpackFolder } from './template-archive.ts'

/** PostgreSQL's own 128 MB are set up page by page at each start, which costs 0.08 s and 100 MB of memory. */
const SHARED_BUFFERS = '32MB'

/** Recompiling WebAssembly takes 0.7 s of CPU at each start and does not speed up our queries. */
const KEEP_FIRST_CODE = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

export interface PgliteOptions {
  /** Created if missing. Nobody else may have it open: see data-directory/. */
  folder: string
  /** A template of the empty database, or null to make one the long way. */
  templatePath: string | null
  onError: (error: unknown) => void
  /** Called for every fsync instead of Node's own; for a test that counts them. */
  sync?: (descriptor: number) => void
}

export async function openPglite(options: PgliteOptions): Promise<Connection> {
  const cluster = clusterIn(options.folder)
  const isMade = await isMadeIn(options.folder)
  if (!isMade) await prepareCluster(cluster, options.templatePath)
  for (const flag of KEEP_FIRST_CODE) setFlagsFromString(flag)
  const open = async (): Promise<PGlite> => {
    const pglite = await PGlite.create({
      fs: new DurableFileSystem(cluster, options.sync),
      // What PostgreSQL would find in its own folder; see migration 0009.
      extensions: { pg_trgm: trigrams },
      // -F is fsync off. Of the ways to sync the log, fsync is the one that reaches the file system here.
      startParams: [
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
        '-c',
        'wal_sync_method=fsync',
        '-c',
        `shared_buffers=${SHARED_BUFFERS}`,
      ],
    })
    leaveTypesToDrizzle(pglite)
    return pglite
  }
  const pglite = lastingPglite(await open(), open, options.onError)
  if (!isMade) await markMade(options.folder)
  const { forDrizzle, forQueue } = sparingPglite(pglite)
  const database = drizzle({ client: forDrizzle })
  return {
    kind: 'embedded',
    executor: database as Executor,
    listen: (channel, listener) => pglite.listen(channel, listener),
    queueOptions: { db: fromPglite(forQueue), backend: 'pglite' },
    holding: holdInProcess(),
    connections: () => null,
    migrate: (count) => withMigrations(count, (migrationsFolder) => migrate(database, { migrationsFolder })),
    close: () => pglite.close(),
  }
}

async function prepareCluster(cluster: string, templatePath: string | null): Promise<void> {
  // A first start that was killed half-way acknowledged nothing, so what it left is worth nothing.
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  const template = templatePath && (await readDatabaseTemplate(templatePath))
  if (template) unpackFolder(template, cluster)
}

export function clusterIn(folder: string): string {
  return join(folder, 'cluster')
}
