import { fsyncSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFixture } from '../../data-directory/testing/start-fixture.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { throwInTests } from '../testing/open-test-database.ts'
import { DATABASE_TEMPLATE_PATH } from './database-template.ts'
import { openPglite } from './open-pglite.ts'

const isRoot = process.getuid?.() === 0
/** Numbers of rows after which the writer is killed. */
const ROWS_BEFORE_KILL = process.env.KERF_TEST_AT_LENGTH === 'yes' ? [3, 40, 400] : [20]
const WRITER_PROGRAM = join(import.meta.dirname, 'write-rows.fixture.ts')

describe('the embedded database', () => {
  let folder: string
  beforeEach(() => {
    // The folder is on a real disk if there is one, because these tests are about writing to disk.
    folder = temporaryDirectory(process.env.LASTING_TMPDIR)
  })

  const openDatabaseFolder = () => openDatabase({ databaseUrl: null, folder, onError: throwInTests })

  it('loses no acknowledged row when its process is killed', async () => {
    let syncCount = 0
    const connection = await openPglite({
      onError: throwInTests,
      folder,
      templatePath: DATABASE_TEMPLATE_PATH,
      sync: (descriptor) => {
        syncCount += 1
        fsyncSync(descriptor)
      },
    })
    await connection.executor.execute(sql`create table notes (words text)`)
    const syncsBefore = syncCount
    for (let row = 0; row < 20; row++) await connection.executor.execute(sql`insert into notes values ('one')`)
    expect(syncCount - syncsBefore).toBe(20)
    await connection.executor.execute(sql`select * from notes`)
    expect(syncCount - syncsBefore).toBe(20)
    await connection.close()
  })

  it('starts from scratch if its first start was killed halfway', async () => {
    for (const target of ROWS_BEFORE_KILL) {
      const writer = startFixture(WRITER_PROGRAM, [folder])
      await writer.line(`wrote ${target}`)
      await writer.kill()
      const database = await openDatabaseFolder()
      const acknowledgedLines = writer.lines.filter((line) => line.startsWith('wrote '))
      const missingLines = await missingRows(database, acknowledgedLines)
      expect(missingLines).toEqual([])
      await database.executor.execute(sql`delete from viewers`)
      await database.close()
    }
  })

  it('starts from scratch if its first start was killed half-way', async () => {
    await mkdir(join(folder, 'cluster.new'))
    await writeFile(join(folder, 'cluster.new', 'PG_VERSION'), '18\n')
    await (await openDatabaseFolder()).close()
    expect((await readdir(folder)).sort()).toEqual(['cluster', 'made'])
  })

  it('completes a first start that was killed after everything was written', async () => {
    await (await openDatabaseFolder()).close()
    await rename(join(folder, 'cluster'), join(folder, 'cluster.new'))
    await (await openDatabaseFolder()).close()
    expect((await readdir(folder)).sort()).toEqual(['cluster', 'made'])
  })

  describe('that is damaged', () => {
    const hideFiles = () => chmod(join(folder, 'cluster'), 0o600)
    const damages: [what: string, code: string, reason: RegExp, damage: () => Promise<unknown>][] = [
      ['lacks its mark', 'database_unmarked', /but the file .*made is missing/, () => rm(join(folder, 'made'))],
      ['lacks its version', 'database_damaged', /is incomplete: ENOENT/, () => rm(join(folder, 'cluster/PG_VERSION'))],
      [
        'lacks all its files',
        'database_damaged',
        /is incomplete/,
        () => rm(join(folder, 'cluster'), { recursive: true }),
      ],
      ['has a loop for its mark', 'database_unreadable', /cannot be read: ELOOP/, makeMarkerLoop],
      ['has an empty control file', 'database_damaged', /does not start: PANIC/, () => emptyFile('global/pg_control')],
      ['has an empty log', 'database_damaged', /PANIC: .*could not locate a valid checkpoint/, emptyLog],
      // Root may read the files in spite of their mode, but PGlite refuses even as root.
      ['hides its files', isRoot ? 'database_damaged' : 'database_unreadable', /./, hideFiles],
    ]
    const emptyFile = (name: string) => truncate(join(folder, 'cluster', name))
    async function makeMarkerLoop(): Promise<void> {
      await rm(join(folder, 'made'))
      await symlink('made', join(folder, 'made'))
    }
    async function emptyLog(): Promise<void> {
      for (const name of await readdir(join(folder, 'cluster/pg_wal')))
        if (/^[0-9A-F]{24}$/.test(name)) await emptyFile(`pg_wal/${name}`)
    }

    const intactFolder = temporaryDirectory()
    beforeAll(async () => {
      const database = await openDatabase({ databaseUrl: null, folder: intactFolder, onError: throwInTests })
      await database.records.viewers.create('token of Anna', new Date(0))
      await database.close()
    })

    it.each(damages)('and %s is left unchanged, and a sentence says what to do', async (_, code, reason, damage) => {
      await cp(intactFolder, folder, { recursive: true })
      await damage()
      const filesBefore = await filesIn(folder)
      const advice = code === 'database_unreadable' ? 'Give ' : 'restore -- latest --set-aside'
      await expect(openDatabaseFolder()).rejects.toSatisfy((error: Error) => {
        expect(error).toMatchObject({ name: 'ClusterError', code, message: expect.stringMatching(reason) })
        expect(error.message).toContain(advice)
        return true
      })
      await chmod(join(folder, 'cluster'), 0o700).catch(() => undefined)
      expect(await filesIn(folder)).toEqual(expect.arrayContaining(filesBefore))
    })

    it('has all its rows after its mark is created again', async () => {
      await cp(intactFolder, folder, { recursive: true })
      await rm(join(folder, 'made'))
      await expect(openDatabaseFolder()).rejects.toThrow('make that file again, empty')
      await writeFile(join(folder, 'made'), '')
      const database = await openDatabaseFolder()
      expect(await database.records.viewers.findByTokenHash('token of Anna')).not.toBeNull()
      await database.close()
    })
  })

  async function filesIn(path: string): Promise<string[]> {
    return (await readdir(path, { recursive: true })).sort()
  }

  async function missingRows(database: OpenDatabase, acknowledgedLines: string[]): Promise<string[]> {
    const missingLines: string[] = []
    for (const line of acknowledgedLines) {
      const token = line.replace('wrote', 'token')
      if (!(await database.records.viewers.findByTokenHash(token))) missingLines.push(line)
    }
    return missingLines
  }
})
