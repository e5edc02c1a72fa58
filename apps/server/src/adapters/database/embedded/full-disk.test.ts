import { mayMount, openSmallDisk, type SmallDisk } from '@kerf/standins/disk/small-disk'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeStartupError } from '../../../config/environment/describe-startup-error.ts'
import { openAccounts } from '../../auth/open-accounts.ts'
import { quickPasswords } from '../../auth/testing/quick-passwords.ts'
import { openDataDirectory } from '../../data-directory/data-directory.ts'
import { databaseTrouble } from '../engine/database-trouble.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'

const DISK_MEGABYTES = 120
const ON_OWN_DISK = 'on a disk of its own, which only root may mount'

describe.skipIf(!mayMount())(`the embedded database ${ON_OWN_DISK}`, () => {
  const troubles: unknown[] = []
  let disk: SmallDisk
  let database: OpenDatabase
  const openFullDiskDatabase = () =>
    openDatabase({ databaseUrl: null, folder: disk.path, onError: (error) => troubles.push(error) })
  beforeAll(async () => {
    disk = openSmallDisk(DISK_MEGABYTES)
    database = await openFullDiskDatabase()
    await database.executor.execute(sql`create table kept (id int generated always as identity, text text)`)
  })
  afterAll(async () => {
    await database?.close()
    disk?.remove()
  })

  const insertRow = (text: string) => database.executor.execute(sql`insert into kept (text) values (${text})`)
  const readRows = async () =>
    ((await database.executor.execute(sql`select text from kept order by id`)) as unknown as { rows: object[] }).rows
  /** Writes a megabyte to the log only. */
  const writeLog = () =>
    database.executor.execute(sql`select pg_logical_emit_message(true, 'test', repeat('-', 1000000))`)
  const repeatUntilRefused = async (work: () => Promise<unknown>): Promise<unknown> => {
    for (let time = 0; time < 100; time += 1)
      try {
        await work()
      } catch (error) {
        return error
      }
    throw new Error('It was never refused.')
  }

  it('reports that the disk is full, and continues once there is room', async () => {
    await insertRow('before')
    await disk.fillDisk()
    const error = await repeatUntilRefused(() => insertRow(`not kept: ${'-'.repeat(7000)}`))
    expect(databaseTrouble(error)).toBe('storage_full')
    await disk.makeRoom()
    await insertRow('after')
    const rows = await readRows()
    expect([rows.at(0), rows.at(-1)]).toEqual([{ text: 'before' }, { text: 'after' }])
  })

  it('creates no account while the disk is full, reserves no name, and can still read', async () => {
    const accounts = openAccounts({
      executor: database.executor,
      secret: 'a secret of 32 characters, or more',
      passwords: quickPasswords(),
      newId: () => crypto.randomUUID(),
    })
    const person = (name: string) => ({
      name,
      username: name,
      email: `${name}@example.org`,
      password: 'a strip of video',
    })
    const signUp = (name: string) => accounts.signUp(person(name), { ipAddress: '203.0.113.7', userAgent: null })
    const firstSignUp = await signUp('anna')
    await disk.fillDisk()
    let attemptCount = 0
    const firstError = await repeatUntilRefused(() => {
      attemptCount += 1
      return signUp(`ben${attemptCount}`)
    })
    for (const error of [firstError, await signUp(`ben${attemptCount}`).catch((error: unknown) => error)])
      expect(databaseTrouble(error)).toBe('storage_full')
    // The last use of a session is written only if the stored time is old enough, for example an hour.
    const inAnHour = new Date(Date.now() + 3_600_000)
    vi.useFakeTimers({ toFake: ['Date'], now: inAnHour })
    try {
      expect(await accounts.findSession(firstSignUp.ok ? firstSignUp.sessionToken : '')).toMatchObject({
        account: { name: 'anna' },
      })
      await disk.makeRoom()
      expect(await signUp(`ben${attemptCount}`)).toMatchObject({ ok: true })
    } finally {
      vi.useRealTimers()
    }
  })

  it('is reopened with all committed rows after it could not write its log', async () => {
    await insertRow('committed')
    await disk.fillDisk()
    await repeatUntilRefused(writeLog)
    for (let time = 0; time < 3; time += 1) await expect(insertRow('on a full disk')).rejects.toThrow()
    expect(troubles.length).toBeGreaterThan(0)
    await disk.makeRoom()
    await expect.poll(() => insertRow('room again').then(() => 'cached', String)).toBe('cached')
    const rows = await readRows()
    expect(rows.slice(-2)).toEqual([{ text: 'committed' }, { text: 'room again' }])
    // The queue is notified of jobs as before.
    const startedJob = Promise.withResolvers<string>()
    await database.cutWorker.start(1, async (clipId) => startedJob.resolve(clipId))
    await database.records.cutQueue.enqueue('a clip', 'ordinary', 'anna')
    expect(await startedJob.promise).toBe('a clip')
    await database.cutWorker.stop(1000)
  })

  it.each([0, 8000])('refuses to open with %i free bytes, and tells the operator why', async (freeBytes) => {
    const smallDisk = openSmallDisk(DISK_MEGABYTES)
    try {
      const firstDatabase = await openDatabase({ databaseUrl: null, folder: smallDisk.path, onError: () => undefined })
      await firstDatabase.close()
      await smallDisk.fillDisk(freeBytes)
      const openingDatabase = (async () => {
        const directory = await openDataDirectory(smallDisk.path)
        try {
          return await openDatabase({ databaseUrl: null, folder: smallDisk.path, onError: () => undefined })
        } finally {
          await directory.close()
        }
      })()
      expect(describeStartupError(await openingDatabase.catch((error: unknown) => error))).toMatch(
        /^The disk is full: /,
      )
    } finally {
      smallDisk.remove()
    }
  })
})
