import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDatabaseTemplate } from '../build-database-template.ts'
import { openDatabase } from '../open-database.ts'
import { throwInTests } from '../testing/open-test-database.ts'
import { DATABASE_TEMPLATE_PATH, readDatabaseTemplate, writeDatabaseTemplate } from './database-template.ts'

/** The build creates a template if migrations have changed. `npm run test:hard` compares it with a new database. */
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'

describe('the template of an empty database', () => {
  const folder = temporaryDirectory()
  let template: string
  beforeAll(async () => {
    template = join(folder, 'template.tar')
    // The build's template is used if it is up to date. One test below creates a database without it.
    const builtTemplate = await readDatabaseTemplate(DATABASE_TEMPLATE_PATH)
    if (builtTemplate) await writeDatabaseTemplate(template, builtTemplate)
    else await buildDatabaseTemplate(template)
  })

  it.runIf(isFullRun)('makes the same tables, indexes and functions as the migrations', async () => {
    const schemaFromTemplate = await describeSchema('from-template', template)
    const schemaFromMigrations = await describeSchema('the-long-way', null)
    expect(schemaFromTemplate.length).toBeGreaterThan(100)
    expect(schemaFromTemplate).toEqual(schemaFromMigrations)
  })

  it('is ignored if it is missing, or was made from other migrations or versions', async () => {
    const stalePath = join(folder, 'stale.tar')
    await copyFile(template, stalePath)
    await writeFile(`${stalePath}.key`, 'made from something else')
    expect(await readDatabaseTemplate(stalePath)).toBeNull()
    expect(await readDatabaseTemplate(join(folder, 'nowhere.tar'))).toBeNull()
    // Buffers are compared as bytes: a comparison of their values would take too long.
    expect((await readDatabaseTemplate(template))?.equals(gunzipSync(await readFile(template)))).toBe(true)
  })

  it('is replaced as a whole', async () => {
    const replacedPath = join(folder, 'replaced.tar')
    await writeDatabaseTemplate(replacedPath, Buffer.from('an older and longer one'))
    await writeDatabaseTemplate(replacedPath, Buffer.from('a newer one'))
    expect((await readDatabaseTemplate(replacedPath))?.toString()).toBe('a newer one')
  })

  async function describeSchema(name: string, templatePath: string | null): Promise<unknown[]> {
    const database = await openDatabase({
      databaseUrl: null,
      folder: join(folder, name),
      templatePath,
      onError: throwInTests,
    })
    const result = await database.executor.execute(sql`
      select table_schema as place, table_name || '.' || column_name as name, data_type || is_nullable as definition
        from information_schema.columns where table_schema in ('public', 'pgboss', 'drizzle')
      union all select schemaname, indexname, indexdef from pg_indexes where schemaname in ('public', 'pgboss')
      union all select nspname, proname, prosrc from pg_proc join pg_namespace n on n.oid = pronamespace
        where nspname in ('public', 'pgboss')
      order by 1, 2, 3`)
    await database.close()
    return (result as unknown as { rows: unknown[] }).rows
  }
})
