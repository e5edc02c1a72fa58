import type { PGlite } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import { type ReopeningPglite, reopeningPglite } from './reopening-pglite.ts'

const FATAL_ERROR = Object.assign(new Error('XLogBeginInsert was already called'), { code: 'XX000' })

/** Makes a fake database. Its queries return its name, or throw `failure`. */
function fakeDatabase(name: string): PGlite & { failure?: Error; channels: string[] } {
  const database = {
    channels: [] as string[],
    failure: undefined as Error | undefined,
    query: async () => {
      if (database.failure) throw database.failure
      return name
    },
    listen: async (channel: string) => {
      database.channels.push(channel)
      return async () => void database.channels.splice(database.channels.indexOf(channel), 1)
    },
    close: async () => undefined,
  }
  return database as unknown as PGlite & { failure?: Error; channels: string[] }
}
const queryName = (database: ReopeningPglite) =>
  database.use((pglite) => pglite.query('') as unknown as Promise<string>)

describe('an embedded database with a fatal error', () => {
  it('is reopened once for all callers, and keeps their listeners', async () => {
    const [first, second] = [fakeDatabase('first'), fakeDatabase('second')]
    const troubles: unknown[] = []
    let openings = 0
    const open = async () => {
      openings += 1
      return second
    }
    const pglite = reopeningPglite(first, open, (error) => troubles.push(error))
    const unlisten = await pglite.listen('jobs', () => undefined)
    expect(await queryName(pglite)).toBe('first')
    first.failure = new Error('Failed query', { cause: FATAL_ERROR })
    await expect(queryName(pglite)).rejects.toMatchObject({ code: '57P03', cause: first.failure })
    expect(await Promise.all([queryName(pglite), queryName(pglite)])).toEqual(['second', 'second'])
    expect([openings, troubles, second.channels]).toEqual([1, [first.failure], ['jobs']])
    await unlisten()
    expect(second.channels).toEqual([])
  })

  it('is not reopened after an error of one statement', async () => {
    const first = fakeDatabase('first')
    const pglite = reopeningPglite(
      first,
      () => Promise.reject(new Error('opened')),
      (error) => expect.fail(String(error)),
    )
    first.failure = Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' })
    await expect(queryName(pglite)).rejects.toThrow('duplicate key')
    first.failure = undefined
    expect(await queryName(pglite)).toBe('first')
  })

  it('reports that it is starting if it cannot reopen yet, and does not retry at each query', async () => {
    const first = fakeDatabase('first')
    let openings = 0
    const open = async () => {
      openings += 1
      throw new Error('No space left on device')
    }
    const pglite = reopeningPglite(first, open, () => undefined)
    first.failure = FATAL_ERROR
    await expect(queryName(pglite)).rejects.toMatchObject({ code: '57P03', cause: FATAL_ERROR })
    for (let time = 0; time < 3; time += 1) await expect(queryName(pglite)).rejects.toMatchObject({ code: '57P03' })
    expect(openings).toBe(1)
  })
})
