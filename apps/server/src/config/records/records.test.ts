import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { openBackup } from '../../adapters/backup-file/read-backup.ts'
import { writeBackup } from '../../adapters/backup-file/write-backup.ts'
import { openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { queryRows } from '../../adapters/database/engine/executor.ts'
import { MIGRATION_LOCK } from '../../adapters/database/engine/open-postgres.ts'
import { openDatabase } from '../../adapters/database/open-database.ts'
import {
  EMBEDDED,
  REAL_POSTGRES,
  type TestDatabase,
  throwInTests,
} from '../../adapters/database/testing/open-test-database.ts'
import { loadRecords } from '../../adapters/database/transfer/load-records.ts'
import { type RecordChunk, withRecords } from '../../adapters/database/transfer/read-records.ts'
import { schemaState } from '../../adapters/database/transfer/schema-state.ts'
import { noteSecret, SecretDiffersError } from '../../adapters/processes/agreements.ts'
import { joinRegister } from '../../adapters/processes/process-register.ts'
import { workerProcess } from '../../use-cases/testing/process-at-work.ts'
import { readEnvironment } from '../environment/environment.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { moveCommand, undoMove } from './move-command.ts'
import { connectTo, type DatabaseLocation } from './open-records.ts'
import { runRecordCommand } from './run-record-command.ts'
import { databaseLocationOf, describeMoving } from './testing/describe-moving.ts'
import { inhabit } from './testing/inhabit.ts'

/** Number of migrations in the backup of an older version. */
const OLDER_MIGRATION_COUNT = 8

describeMoving(EMBEDDED, REAL_POSTGRES.skipped ? EMBEDDED : REAL_POSTGRES)

describe('data that is restored or moved into a database', async () => {
  const kind = REAL_POSTGRES.skipped ? EMBEDDED : REAL_POSTGRES
  const folder = temporaryDirectory()
  const directory = await openDataDirectory(join(folder, 'data'))
  afterAll(() => directory.close())
  const source = await kind.open()
  await inhabit(source.database, 'x'.repeat(32))
  await source.close()
  const path = join(folder, 'good')
  await backupCommand({ place: databaseLocationOf(source), path, version: '0.1.0', secrets: {} })

  const openEmptyDatabase = () => kind.open()
  /** Opens an empty database without tables, as operators create them. */
  async function openDatabaseWithoutTables(): Promise<TestDatabase> {
    const test = await openEmptyDatabase()
    await test.database.executor.execute(sql`drop schema public cascade`)
    await test.database.executor.execute(sql`drop schema drizzle cascade`)
    await test.database.executor.execute(sql`create schema public`)
    return test
  }
  async function countPeople({ database }: TestDatabase): Promise<number | undefined> {
    return (await queryRows<{ people: number }>(database.executor, 'select count(*)::int as people from users'))[0]
      ?.people
  }

  it('is refused as a whole if the file is damaged, truncated or from a newer Kerf', async () => {
    const target = await openEmptyDatabase()
    const goodBytes = await readFile(path)
    const newerHeader = {
      kerf: 'backup',
      format: 2,
      version: '9.0.0',
      madeAt: new Date(0).toISOString(),
      migrations: 12,
    }
    const { gzipSync } = await import('node:zlib')
    const flippedBytes = Buffer.from(goodBytes)
    flippedBytes[goodBytes.length >> 1]! ^= 1
    const files: [string, Buffer, string][] = [
      ['flipped', flippedBytes, 'damaged'],
      ['short', goodBytes.subarray(0, goodBytes.length - 40), 'damaged'],
      ['plain', Buffer.from('no backup at all'), 'damaged'],
      ['other', gzipSync('{"of":"something else"}\n'), 'damaged'],
      ['newer', gzipSync(`${JSON.stringify({ ...newerHeader, queueVersion: 1, secrets: {} })}\n`), 'other_version'],
    ]
    for (const [name, bytes, code] of files) {
      const file = join(folder, name)
      await writeFile(file, bytes)
      const options = { place: databaseLocationOf(target), path: file, directory, hasOwnSecret: true }
      await expect([name, await restoreCommand(options).catch((error) => error)]).toMatchObject([
        name,
        { name: 'TransferError', code },
      ])
    }
    const orderOfMissingFile = {
      place: databaseLocationOf(target),
      path: join(folder, 'nowhere'),
      directory,
      hasOwnSecret: true,
    }
    await expect(restoreCommand(orderOfMissingFile)).rejects.toMatchObject({ code: 'nothing_there' })
    expect(await countPeople(target)).toBe(0)
  })

  it('leaves no rows if loading is interrupted, and can be loaded again', async () => {
    const target = await openEmptyDatabase()
    const backup = await openBackup(path)
    async function* interruptedChunks(): AsyncGenerator<RecordChunk> {
      for await (const chunk of backup.chunks()) {
        if (chunk.kind === 'end' && chunk.name === 'public.users') throw new Error('The cable was pulled.')
        yield chunk
      }
    }
    await expect(loadRecords(target.database.executor, interruptedChunks())).rejects.toThrow('The cable was pulled.')
    expect(await countPeople(target)).toBe(0)
    async function* incompleteChunks(): AsyncGenerator<RecordChunk> {
      for await (const chunk of backup.chunks()) {
        if (chunk.kind === 'rows') yield { kind: 'rows', rows: chunk.rows.slice(1) }
        else yield chunk
      }
    }
    await expect(loadRecords(target.database.executor, incompleteChunks())).rejects.toMatchObject({ code: 'differs' })
    expect(await countPeople(target)).toBe(0)
    await loadRecords(target.database.executor, backup.chunks())
    expect(await countPeople(target)).toBeGreaterThan(0)
  })

  it.skipIf(REAL_POSTGRES.skipped)(
    'is migrated if an older version wrote it, and is refused by newer tables',
    async () => {
      const olderDatabase = await openDatabaseWithoutTables()
      const connection = await connectTo(databaseLocationOf(olderDatabase))
      await connection.migrate(OLDER_MIGRATION_COUNT)
      await connection.executor.execute(
        sql`insert into users (id, name, username, email, created_at, updated_at) values ('1', 'Old', 'old', 'old@example.org', now(), now())`,
      )
      const { queueVersion } = await schemaState(connection.executor)
      const header = {
        kerf: 'backup' as const,
        format: 1,
        version: '0.0.9',
        madeAt: new Date(0).toISOString(),
        secrets: {},
      }
      const file = join(folder, 'older')
      await withRecords(connection.executor, (chunks) =>
        writeBackup(file, { ...header, migrations: OLDER_MIGRATION_COUNT, queueVersion: queueVersion ?? 0 }, chunks),
      )
      await connection.close()

      const options = { path: file, directory, hasOwnSecret: true }
      const newerDatabase = await openEmptyDatabase()
      await expect(restoreCommand({ ...options, place: databaseLocationOf(newerDatabase) })).rejects.toMatchObject({
        code: 'other_version',
      })
      const target = await openDatabaseWithoutTables()
      expect(await restoreCommand({ ...options, place: databaseLocationOf(target) })).toContain('(Kerf 0.0.9)')
      expect(await countPeople(target)).toBe(1)
      expect(await migrateCommand(databaseLocationOf(target))).toMatch(/^Nothing to migrate/)
    },
  )

  it.skipIf(REAL_POSTGRES.skipped)(
    'can use tables that npm run migrate has made, which reports the migrations',
    async () => {
      const target = await openDatabaseWithoutTables()
      const sentences = await migrateCommand(databaseLocationOf(target))
      expect(sentences).toMatch(/^Migrated: 0000_\w+, 0001_/)
      expect(await migrateCommand(databaseLocationOf(target))).toMatch(/^Nothing to migrate: all/)
    },
  )

  it.skipIf(REAL_POSTGRES.skipped)(
    'is migrated by one of several processes, and the others report that they waited',
    async () => {
      const target = await openEmptyDatabase()
      const waitingMessage = Promise.withResolvers<string>()
      let secondResult: Promise<string> = Promise.resolve('')
      await target.database.executor.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
        secondResult = migrateCommand(databaseLocationOf(target), waitingMessage.resolve)
        expect(await waitingMessage.promise).toMatch(/^Another process is migrating/)
      })
      expect(await secondResult).toMatch(/^Nothing to migrate: another process/)
    },
  )

  it.skipIf(REAL_POSTGRES.skipped)('is not moved while processes use it, except with --force', async () => {
    const connection = await connectTo(databaseLocationOf(source))
    const register = await joinRegister(connection.executor, {
      describe: () => workerProcess({}),
      onError: throwInTests,
    })
    const target = await openEmptyDatabase()
    const options = {
      from: databaseLocationOf(source),
      to: databaseLocationOf(target),
      files: null,
      secret: 'x'.repeat(32),
    }
    await expect(moveCommand(options)).rejects.toMatchObject({ name: 'StillRunningError', code: 'still_running' })
    expect(await countPeople(target)).toBe(0)
    expect(await moveCommand({ ...options, isForced: true })).toMatchObject({ files: null })
    await register.leave()
    await connection.close()
  })

  it.skipIf(REAL_POSTGRES.skipped)(
    'is refused by a database with tables of another program, where no table is made',
    async () => {
      const target = await openDatabaseWithoutTables()
      const location = databaseLocationOf(target)
      const { executor } = target.database
      const readTableNames = () => queryRows(executor, 'select schemaname, tablename from pg_tables order by 1, 2')
      const refusal = { name: 'TransferError', code: 'not_empty', message: expect.stringContaining('public.guests') }
      await executor.execute(sql`create table guests (name text)`)
      const namesBefore = await readTableNames()
      for (const statement of [sql`select`, sql`insert into guests values ('Ida')`]) {
        await executor.execute(statement)
        await expect(
          moveCommand({ from: databaseLocationOf(source), to: location, files: null, secret: null }),
        ).rejects.toMatchObject(refusal)
        await expect(restoreCommand({ place: location, path, directory, hasOwnSecret: true })).rejects.toMatchObject(
          refusal,
        )
      }
      expect(await readTableNames()).toEqual(namesBefore)
      await executor.execute(sql`create schema drizzle`)
      await executor.execute(sql`create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)`)
      await executor.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('theirs', 9999999999999)`,
      )
      await expect(migrateCommand(location)).rejects.toMatchObject({ name: 'TransferError', code: 'not_empty' })
    },
  )

  it('is read in chunks that fit into memory, even with very long rows', async () => {
    const file = join(folder, 'long-rows')
    const row = ['x'.repeat(9 * 1024 * 1024)]
    async function* chunks(): AsyncGenerator<RecordChunk> {
      yield { kind: 'table', name: 'public.long', columns: ['text'] }
      yield { kind: 'rows', rows: [row, row, row] }
      yield { kind: 'end', name: 'public.long', rows: 3, checksum: '' }
    }
    const { header } = await openBackup(path)
    await writeBackup(file, header, chunks())
    const chunkSizes: number[] = []
    for await (const chunk of (await openBackup(file)).chunks())
      if (chunk.kind === 'rows') chunkSizes.push(chunk.rows.length)
    expect(chunkSizes).toEqual([2, 1])
  })

  it.skipIf(REAL_POSTGRES.skipped)(
    'is refused with another secret, or if the target would create a secret',
    async () => {
      const from = await openEmptyDatabase()
      await noteSecret(from.database.executor, 'a'.repeat(32))
      const [location, session] = [databaseLocationOf(from), 'b'.repeat(32)]
      const file = join(folder, 'of-another')
      const backup = backupCommand({ place: location, path: file, version: '0.1.0', secrets: { session } })
      await expect(backup).rejects.toThrow(SecretDiffersError)
      const move = moveCommand({ from: location, to: location, files: null, secret: session })
      await expect(move).rejects.toThrow(SecretDiffersError)
      const environment = { DATABASE_URL: location.databaseUrl ?? '', DATA_DIR: join(folder, 'without-secret') }
      const moveBack = runRecordCommand(['move', '--to', 'embedded'], readEnvironment(environment))
      await expect(moveBack).rejects.toThrow(/^Nothing here says which secret/)
      expect(await readdir(folder)).not.toContain('of-another')
    },
  )

  it('is moved with all rows, and only into an empty database', async () => {
    const target = await openEmptyDatabase()
    const options = {
      from: databaseLocationOf(source),
      to: databaseLocationOf(target),
      files: null,
      secret: 'x'.repeat(32),
    }
    const moveResult = await moveCommand(options)
    expect(moveResult).toMatchObject({ files: null })
    expect(moveResult.rows).toBeGreaterThan(30)
    await expect(moveCommand(options)).rejects.toMatchObject({ code: 'not_empty' })
  })

  it('leaves a mark that prevents a start on the former database, until the move is undone or a backup is restored', async () => {
    const [formerDatabase, restoredDatabase] = [await EMBEDDED.open(), await EMBEDDED.open()]
    const newPlace: DatabaseLocation = { databaseUrl: null, folder: join(folder, 'goal/database') }
    const openBackupFolder = async ({ folder }: { folder: string | null }) =>
      (await openDatabase({ databaseUrl: null, folder: folder ?? '', onError: throwInTests })).close()
    await formerDatabase.close()
    await restoredDatabase.close()
    const [location, file] = [databaseLocationOf(formerDatabase), join(folder, 'of-the-former')]
    expect(await moveCommand({ from: location, to: newPlace, files: null, secret: null })).toMatchObject({
      isMarked: true,
    })
    const refusal = {
      name: 'MovedError',
      message: expect.stringContaining(`moved to the embedded database in ${join(folder, 'goal')} on 20`),
    }
    for (const start of [openBackupFolder, migrateCommand]) await expect(start(location)).rejects.toMatchObject(refusal)
    await openBackupFolder(newPlace)
    await backupCommand({ place: location, path: file, version: '0.1.0', secrets: {} })
    await restoreCommand({ place: databaseLocationOf(restoredDatabase), path: file, directory, hasOwnSecret: true })
    await openBackupFolder(databaseLocationOf(restoredDatabase))
    expect(await undoMove(location)).toMatch(/^Kerf starts on this database again/)
    await openBackupFolder(location)
    expect(await undoMove(location)).toMatch(/nothing to undo/)
  })
})
