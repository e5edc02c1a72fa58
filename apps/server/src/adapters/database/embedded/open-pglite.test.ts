import { fsyncSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFixture } from '../../data-directory/testing/start-fixture.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { throwInTests } from '../testing/open-test-database.ts'
import { DATABASE_TEMPLATE_PATH } from './database-template.ts'
import { openPglite } from './open-pglite.ts'

const WRITER = join(import.meta.dirname, 'write-rows.fixture.ts')

describe('the embedded database', { timeout: 180_000 }, () => {
  let folder: string
  beforeEach(() => {
    // On the disk, if there is one: what is told here is how it is written to.
    folder = temporaryDirectory(process.env.LASTING_TMPDIR)
  })

  const open = () => openDatabase({ databaseUrl: null, folder, onError: throwInTests })

  it('forces each commit to disk, with one fsync of a real file', async () => {
    let syncs = 0
    const connection = await openPglite({
      onError: throwInTests,
      folder,
      templatePath: DATABASE_TEMPLATE_PATH,
      sync: (descriptor) => {
        syncs += 1
        fsyncSync(descriptor)
      },
    })
    await connection.executor.execute(sql`create table notes (words text)`)
    const before = syncs
    for (let row = 0; row < 20; row++) await connection.executor.execute(sql`insert into notes values ('one')`)
    expect(syncs - before).toBe(20)
    await connection.executor.execute(sql`select * from notes`)
    expect(syncs - before).toBe(20)
    await connection.close()
  })

  it('loses nothing that it acknowledged when its process is killed', async () => {
    for (const target of [3, 40]) {
      const writer = startFixture(WRITER, [folder])
      await writer.line(`wrote ${target}`)
      await writer.kill()
      const database = await open()
      const acknowledged = writer.lines.filter((line) => line.startsWith('wrote '))
      const missing = await missingRows(database, acknowledged)
      expect(missing).toEqual([])
      await database.executor.execute(sql`delete from viewers`)
      await database.close()
    }
  })

  it('starts afresh when its first start was killed half-way', async () => {
    await mkdir(join(folder, 'cluster'))
    await writeFile(join(folder, 'cluster', 'PG_VERSION'), '18\n')
    const database = await open()
    await database.ping()
    await database.close()
  })

  async function missingRows(database: OpenDatabase, acknowledged: string[]): Promise<string[]> {
    const missing: string[] = []
    for (const line of acknowledged) {
      const token = line.replace('wrote', 'token')
      if (!(await database.records.viewers.findByTokenHash(token))) missing.push(line)
    }
    return missing
  }
})
