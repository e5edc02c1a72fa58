import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDatabaseTemplate } from './database-template.ts'
import { openDatabase } from './open-database.ts'
import { clusterIn } from './open-pglite.ts'
import { packFolder } from './template-archive.ts'

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
    await database.close()
    await writeDatabaseTemplate(path, await packFolder(clusterIn(folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
