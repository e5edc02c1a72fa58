import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDatabaseTemplate } from '../build-database-template.ts'
import { openDatabase } from '../open-database.ts'
import { throwInTests } from '../testing/open-test-database.ts'
import { DATABASE_TEMPLATE_PATH, readDatabaseTemplate, writeDatabaseTemplate } from './database-template.ts'

/** Before each run the build goes it already where migrations have changed; npm run test:hard compares what comes of both. */
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describe('the template of an empty database', () => {
  const folder = temporaryDirectory()
  let template: string
  beforeAll(async () => {
    template = join(folder, 'template.tar')
    // What the build has just made in the same way, if it is there: the long way is gone once more below.
    const built = await readDatabaseTemplate(DATABASE_TEMPLATE_PATH)
    if (built) await writeDatabaseTemplate(template, built)
    else await buildDatabaseTemplate(template)
  })

  it.runIf(isAtLength)('makes the same tables, indexes and functions as the long way', async () => {
    const fromTemplate = await describeSchema('from-template', template)
    const theLongWay = await describeSchema('the-long-way', null)
    expect(fromTemplate.length).toBeGreaterThan(100)
    expect(fromTemplate).toEqual(theLongWay)
  })

  it('is ignored when it was made from other migrations or versions, or is not there', async () => {
    const stale = join(folder, 'stale.tar')
    await copyFile(template, stale)
    await writeFile(`${stale}.key`, 'made from something else')
    expect(await readDatabaseTemplate(stale)).toBeNull()
    expect(await readDatabaseTemplate(join(folder, 'nowhere.tar'))).toBeNull()
    // Compared as bytes: they are too many to be compared as values.
    expect((await readDatabaseTemplate(template))?.equals(await readFile(template))).toBe(true)
  })

  it('is replaced as a whole', async () => {
    const replaced = join(folder, 'replaced.tar')
    await writeDatabaseTemplate(replaced, Buffer.from('an older and longer one'))
    await writeDatabaseTemplate(replaced, Buffer.from('a newer one'))
    expect((await readDatabaseTemplate(replaced))?.toString()).toBe('a newer one')
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
