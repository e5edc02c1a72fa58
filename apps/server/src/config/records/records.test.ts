import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { openBackup } from '../../adapters/backup-file/read-backup.ts'
import { writeBackup } from '../../adapters/backup-file/write-backup.ts'
import { openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { rowsOf } from '../../adapters/database/engine/executor.ts'
import { MIGRATION_LOCK } from '../../adapters/database/engine/open-postgres.ts'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { EMBEDDED, REAL, type TestDatabase, throwInTests } from '../../adapters/database/testing/open-test-database.ts'
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
import { connectTo, type RecordPlace } from './open-records.ts'
import { runRecordCommand } from './run-record-command.ts'
import { describeMoving, placeOf } from './testing/describe-moving.ts'
import { inhabit } from './testing/inhabit.ts'

/** Number of migrations that had run when an older version wrote the backup. */
const OLDER = 8

describeMoving(EMBEDDED, REAL.skipped ? EMBEDDED : REAL)

describe('what is brought into a database', async () => {
  const kind = REAL.skipped ? EMBEDDED : REAL
  const folder = temporaryDirectory()
  const directory = await openDataDirectory(join(folder, 'data'))
  afterAll(() => directory.close())
  const source = await kind.open()
  await inhabit(source.database, 'x'.repeat(32))
  await source.close()
  const path = join(folder, 'good')
  await backupCommand({ place: placeOf(source), path, version: '0.1.0', secrets: {} })

  const empty = () => kind.open()
  /** An empty database, as an operator creates it. */
  async function withoutTables(): Promise<TestDatabase> {
    const test = await empty()
    await test.database.executor.execute(sql`drop schema public cascade`)
    await test.database.executor.execute(sql`drop schema drizzle cascade`)
    await test.database.executor.execute(sql`create schema public`)
    return test
  }
  async function peopleIn({ database }: TestDatabase): Promise<number | undefined> {
    return (await rowsOf<{ people: number }>(database.executor, 'select count(*)::int as people from users'))[0]?.people
  }

  it('comes whole or not at all: what is damaged, cut short or of a newer Kerf is refused before anything is written', async () => {
    const target = await empty()
    const goodBytes = await readFile(path)
    const newer = { kerf: 'backup', format: 2, version: '9.0.0', madeAt: new Date(0).toISOString(), migrations: 12 }
    const { gzipSync } = await import('node:zlib')
    const flipped = Buffer.from(goodBytes)
    flipped[goodBytes.length >> 1]! ^= 1
    const files: [string, Buffer, string][] = [
      ['flipped', flipped, 'damaged'],
      ['short', goodBytes.subarray(0, goodBytes.length - 40), 'damaged'],
      ['plain', Buffer.from('no backup at all'), 'damaged'],
      ['other', gzipSync('{"of":"something else"}\n'), 'damaged'],
      ['newer', gzipSync(`${JSON.stringify({ ...newer, queueVersion: 1, secrets: {} })}\n`), 'other_version'],
    ]
    for (const [name, bytes, code] of files) {
      const file = join(folder, name)
      await writeFile(file, bytes)
      const order = { place: placeOf(target), path: file, directory, hasOwnSecret: true }
      await expect([name, await restoreCommand(order).catch((error) => error)]).toMatchObject([
        name,
        { name: 'TransferError', code },
      ])
    }
    const nowhere = { place: placeOf(target), path: join(folder, 'nowhere'), directory, hasOwnSecret: true }
    await expect(restoreCommand(nowhere)).rejects.toMatchObject({ code: 'nothing_there' })
    expect(await peopleIn(target)).toBe(0)
  })

  it('leaves nothing behind when it breaks off, and is simply begun again', async () => {
    const target = await empty()
    const backup = await openBackup(path)
    async function* brokenOff(): AsyncGenerator<RecordChunk> {
      for await (const chunk of backup.chunks()) {
        if (chunk.kind === 'end' && chunk.name === 'public.users') throw new Error('The cable was pulled.')
        yield chunk
      }
    }
    await expect(loadRecords(target.database.executor, brokenOff())).rejects.toThrow('The cable was pulled.')
    expect(await peopleIn(target)).toBe(0)
    async function* changed(): AsyncGenerator<RecordChunk> {
      for await (const chunk of backup.chunks()) {
        if (chunk.kind === 'rows') yield { kind: 'rows', rows: chunk.rows.slice(1) }
        else yield chunk
      }
    }
    await expect(loadRecords(target.database.executor, changed())).rejects.toMatchObject({ code: 'differs' })
    expect(await peopleIn(target)).toBe(0)
    await loadRecords(target.database.executor, backup.chunks())
    expect(await peopleIn(target)).toBeGreaterThan(0)
  })

  it.skipIf(REAL.skipped)('is migrated when an older version wrote it, and goes into no newer tables', async () => {
    const older = await withoutTables()
    const connection = await connectTo(placeOf(older))
    await connection.migrate(OLDER)
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
      writeBackup(file, { ...header, migrations: OLDER, queueVersion: queueVersion ?? 0 }, chunks),
    )
    await connection.close()

    const order = { path: file, directory, hasOwnSecret: true }
    const newer = await empty()
    await expect(restoreCommand({ ...order, place: placeOf(newer) })).rejects.toMatchObject({ code: 'other_version' })
    const target = await withoutTables()
    expect(await restoreCommand({ ...order, place: placeOf(target) })).toContain('(Kerf 0.0.9)')
    expect(await peopleIn(target)).toBe(1)
    expect(await migrateCommand(placeOf(target))).toMatch(/^Nothing to migrate/)
  })

  it.skipIf(REAL.skipped)('finds its tables made by npm run migrate, which says what it did', async () => {
    const target = await withoutTables()
    const sentences = await migrateCommand(placeOf(target))
    expect(sentences).toMatch(/^Migrated: 0000_\w+, 0001_/)
    expect(await migrateCommand(placeOf(target))).toMatch(/^Nothing to migrate: all/)
  })

  it.skipIf(REAL.skipped)(
    'is migrated by one of several who are asked to, and the others say that they waited',
    async () => {
      const target = await empty()
      const waiting = Promise.withResolvers<string>()
      let second: Promise<string> = Promise.resolve('')
      await target.database.executor.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
        second = migrateCommand(placeOf(target), waiting.resolve)
        expect(await waiting.promise).toMatch(/^Another process is migrating/)
      })
      expect(await second).toMatch(/^Nothing to migrate: another process/)
    },
  )

  it.skipIf(REAL.skipped)(
    'is not moved from under processes that still run on it, unless somebody knows better',
    async () => {
      const connection = await connectTo(placeOf(source))
      const register = await joinRegister(connection.executor, {
        describe: () => workerProcess({}),
        onError: throwInTests,
      })
      const target = await empty()
      const order = { from: placeOf(source), to: placeOf(target), files: null, secret: 'x'.repeat(32) }
      await expect(moveCommand(order)).rejects.toMatchObject({ name: 'StillRunningError', code: 'still_running' })
      expect(await peopleIn(target)).toBe(0)
      expect(await moveCommand({ ...order, isForced: true })).toMatchObject({ files: null })
      await register.leave()
      await connection.close()
    },
  )

  it.skipIf(REAL.skipped)('goes into no database of others, and makes no table beside theirs', async () => {
    const target = await withoutTables()
    const place = placeOf(target)
    const { executor } = target.database
    const theirs = () => rowsOf(executor, 'select schemaname, tablename from pg_tables order by 1, 2')
    const refused = { name: 'TransferError', code: 'not_empty', message: expect.stringContaining('public.guests') }
    await executor.execute(sql`create table guests (name text)`)
    const rowsBefore = await theirs()
    for (const statement of [sql`select`, sql`insert into guests values ('Ida')`]) {
      await executor.execute(statement)
      await expect(moveCommand({ from: placeOf(source), to: place, files: null, secret: null })).rejects.toMatchObject(
        refused,
      )
      await expect(restoreCommand({ place, path, directory, hasOwnSecret: true })).rejects.toMatchObject(refused)
    }
    expect(await theirs()).toEqual(rowsBefore)
    await executor.execute(sql`create schema drizzle`)
    await executor.execute(sql`create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)`)
    await executor.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('theirs', 9999999999999)`,
    )
    await expect(migrateCommand(place)).rejects.toMatchObject({ name: 'TransferError', code: 'not_empty' })
  })

  it('is read in chunks that fit into memory, however long its rows are', async () => {
    const file = join(folder, 'long-rows')
    const row = ['x'.repeat(9 * 1024 * 1024)]
    async function* chunks(): AsyncGenerator<RecordChunk> {
      yield { kind: 'table', name: 'public.long', columns: ['text'] }
      yield { kind: 'rows', rows: [row, row, row] }
      yield { kind: 'end', name: 'public.long', rows: 3, checksum: '' }
    }
    const { header } = await openBackup(path)
    await writeBackup(file, header, chunks())
    const read: number[] = []
    for await (const chunk of (await openBackup(file)).chunks()) if (chunk.kind === 'rows') read.push(chunk.rows.length)
    expect(read).toEqual([2, 1])
  })

  it.skipIf(REAL.skipped)('is not brought with another secret, nor to where one would be made', async () => {
    const from = await empty()
    await noteSecret(from.database.executor, 'a'.repeat(32))
    const [place, session] = [placeOf(from), 'b'.repeat(32)]
    const file = join(folder, 'of-another')
    const backedUp = backupCommand({ place, path: file, version: '0.1.0', secrets: { session } })
    await expect(backedUp).rejects.toThrow(SecretDiffersError)
    const move = moveCommand({ from: place, to: place, files: null, secret: session })
    await expect(move).rejects.toThrow(SecretDiffersError)
    const environment = { DATABASE_URL: place.databaseUrl ?? '', DATA_DIR: join(folder, 'without-secret') }
    const movedBack = runRecordCommand(['move', '--to', 'embedded'], readEnvironment(environment))
    await expect(movedBack).rejects.toThrow(/^Nothing here says which secret/)
    expect(await readdir(folder)).not.toContain('of-another')
  })

  it('is what a move takes along, rows and files, and it goes only where nothing is', async () => {
    const target = await empty()
    const order = { from: placeOf(source), to: placeOf(target), files: null, secret: 'x'.repeat(32) }
    const moved = await moveCommand(order)
    expect(moved).toMatchObject({ files: null })
    expect(moved.rows).toBeGreaterThan(30)
    await expect(moveCommand(order)).rejects.toMatchObject({ code: 'not_empty' })
  })

  it('leaves a mark, so that nothing starts on the former database, until the move is undone or a backup restored', async () => {
    const [former, restored] = [await EMBEDDED.open(), await EMBEDDED.open()]
    const goal: RecordPlace = { databaseUrl: null, folder: join(folder, 'goal/database') }
    const open = async ({ folder }: { folder: string | null }) =>
      (await openDatabase({ databaseUrl: null, folder: folder ?? '', onError: throwInTests })).close()
    await former.close()
    await restored.close()
    const [place, file] = [placeOf(former), join(folder, 'of-the-former')]
    expect(await moveCommand({ from: place, to: goal, files: null, secret: null })).toMatchObject({ isMarked: true })
    const refused = {
      name: 'MovedError',
      message: expect.stringContaining(`moved to the embedded database in ${join(folder, 'goal')} on 20`),
    }
    for (const start of [open, migrateCommand]) await expect(start(place)).rejects.toMatchObject(refused)
    await open(goal)
    await backupCommand({ place, path: file, version: '0.1.0', secrets: {} })
    await restoreCommand({ place: placeOf(restored), path: file, directory, hasOwnSecret: true })
    await open(placeOf(restored))
    expect(await undoMove(place)).toMatch(/^Kerf starts on this database again/)
    await open(place)
    expect(await undoMove(place)).toMatch(/nothing to undo/)
  })
})
