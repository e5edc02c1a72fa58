import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { clusterIn } from './embedded/cluster-folder.ts'
import { writeDatabaseTemplate } from './embedded/database-template.ts'
import { packFolder } from './embedded/template-archive.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

/** Writes the template of an empty, migrated database. It is packed after the close, so that no start has to recover it. */
export async function buildDatabaseTemplate(path: string): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'kerf-template-'))
  const folder = temporary.path
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
}

/** PostgreSQL's own two template databases are unused, and make up more than half of the files of a first start. */
async function dropSpareDatabases({ executor }: OpenDatabase): Promise<void> {
  await executor.execute(sql`update pg_database set datistemplate = false`)
  for (const name of ['template0', 'template1']) await executor.execute(sql.raw(`drop database ${name}`))
}
