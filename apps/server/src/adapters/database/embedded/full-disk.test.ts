import { mayMount, openSmallDisk, type SmallDisk } from '@kerf/standins/disk/small-disk'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseTrouble } from '../engine/database-trouble.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'

const DISK_MEGABYTES = 120
const MOUNTS = 'on a disk of its own, which only root may mount'

describe.skipIf(!mayMount())(`the embedded database ${MOUNTS}`, () => {
  const troubles: unknown[] = []
  let disk: SmallDisk
  let database: OpenDatabase
  const open = () => openDatabase({ databaseUrl: null, folder: disk.path, onError: (error) => troubles.push(error) })
  beforeAll(async () => {
    disk = openSmallDisk(DISK_MEGABYTES)
    database = await open()
    await database.executor.execute(sql`create table kept (id int generated always as identity, text text)`)
  })
  afterAll(async () => {
    await database?.close()
    disk?.remove()
  })

  const keep = (text: string) => database.executor.execute(sql`insert into kept (text) values (${text})`)
  const cached = async () =>
    ((await database.executor.execute(sql`select text from kept order by id`)) as unknown as { rows: object[] }).rows
  /** A megabyte of nothing but log. */
  const log = () => database.executor.execute(sql`select pg_logical_emit_message(true, 'test', repeat('-', 1000000))`)
  const untilRefused = async (work: () => Promise<unknown>): Promise<unknown> => {
    for (let time = 0; time < 100; time += 1)
      try {
        await work()
      } catch (error) {
        return error
      }
    throw new Error('It was never refused.')
  }

  it('reports that the disk is full, and continues once there is room', async () => {
    await keep('before')
    await disk.fill()
    const refused = await untilRefused(() => keep(`not kept: ${'-'.repeat(7000)}`))
    expect(databaseTrouble(refused)).toBe('storage_full')
    await disk.makeRoom()
    await keep('after')
    const rows = await cached()
    expect([rows.at(0), rows.at(-1)]).toEqual([{ text: 'before' }, { text: 'after' }])
  })

  it('that could not write its log any more is opened again by itself, with everything that was committed', async () => {
    await keep('committed')
    await disk.fill()
    await untilRefused(log)
    for (let time = 0; time < 3; time += 1) await expect(keep('on a full disk')).rejects.toThrow()
    expect(troubles.length).toBeGreaterThan(0)
    await disk.makeRoom()
    await expect.poll(() => keep('room again').then(() => 'cached', String), { timeout: 20_000 }).toBe('cached')
    const rows = await cached()
    expect(rows.slice(-2)).toEqual([{ text: 'committed' }, { text: 'room again' }])
    // The queue is told of jobs as before.
    const begun = Promise.withResolvers<string>()
    await database.cutWorker.start(1, async (clipId) => begun.resolve(clipId))
    await database.records.cutQueue.enqueue('a clip', 'ordinary', 'anna')
    expect(await begun.promise).toBe('a clip')
    await database.cutWorker.stop(1000)
  })

  it('is not taken for a damaged one by a start, and starts once there is room', async () => {
    await database.close()
    await disk.fill()
    await expect(open()).rejects.toMatchObject({ code: 'ENOSPC', syscall: 'open' })
    await disk.makeRoom()
    database = await open()
    expect((await cached()).length).toBeGreaterThan(0)
  })
})
