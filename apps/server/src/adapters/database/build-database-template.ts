import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { writeDatabaseTemplate } from './embedded/database-template.ts'
import { clusterIn } from './embedded/open-pglite.ts'
import { packFolder } from './embedded/template-archive.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

/**
 * Makes an empty database with every table in it, and keeps it at `path` for first starts to begin from. It is packed
 * after it was closed: PostgreSQL would recover a copy of a running one file by file, which takes a second.
 */
export async function buildDatabaseTemplate(path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-template-'))
  try {
    const database = await openDatabase({
      databaseUrl: null,
      folder,
      templatePath: null,
      onError: (error) => {
        throw error
      },
    })
    await dropSpareDatabases(database)
    await database.close()
    await writeDatabaseTemplate(path, await packFolder(clusterIn(folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * PostgreSQL makes three databases, and two are there only to make more from, which nobody does here. They are more than
 * half of the files that a first start has to write and force to disk.
 */
async function dropSpareDatabases({ executor }: OpenDatabase): Promise<void> {
  await executor.execute(sql`update pg_database set datistemplate = false`)
  for (const name of ['template0', 'template1']) await executor.execute(sql.raw(`drop database ${name}`))
}
