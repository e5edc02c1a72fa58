import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../migrations')

/** Calls `migrate` with the folder of all migrations, or only of the first `count`, for tests of older versions. */
export async function withMigrations<T>(
  count: number | undefined,
  migrate: (folder: string) => Promise<T>,
): Promise<T> {
  if (count === undefined) return await migrate(MIGRATIONS_FOLDER)
  const folder = await mkdtemp(join(tmpdir(), 'kerf-migrations-'))
  try {
    await copyMigrations(count, folder)
    return await migrate(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function copyMigrations(count: number, folder: string): Promise<void> {
  const journal = JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  journal.entries = journal.entries.slice(0, count)
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  for (const { tag } of journal.entries) await cp(join(MIGRATIONS_FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`))
}
