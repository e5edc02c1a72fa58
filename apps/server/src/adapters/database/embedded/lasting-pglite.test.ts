import type { PGlite } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import { type LastingPglite, lastingPglite } from './lasting-pglite.ts'

const GIVEN_UP = Object.assign(new Error('XLogBeginInsert was already called'), { code: 'XX000' })

/** A database that answers with its name or throws `fails`. */
function stub(name: string): PGlite & { fails?: Error; channels: string[] } {
  const database = {
    channels: [] as string[],
    fails: undefined as Error | undefined,
    query: async () => {
      if (database.fails) throw database.fails
      return name
    },
    listen: async (channel: string) => {
      database.channels.push(channel)
      return async () => void database.channels.splice(database.channels.indexOf(channel), 1)
    },
    close: async () => undefined,
  }
  return database as unknown as PGlite & { fails?: Error; channels: string[] }
}
const ask = (lasting: LastingPglite) => lasting.use((pglite) => pglite.query('') as unknown as Promise<string>)

describe('an embedded database that has given up', () => {
  it('is opened once more, for all who ask, and they hear what they listened for', async () => {
    const [first, second] = [stub('first'), stub('second')]
    const troubles: unknown[] = []
    let openings = 0
    const open = async () => {
      openings += 1
      return second
    }
    const lasting = lastingPglite(first, open, (error) => troubles.push(error))
    const unlisten = await lasting.listen('jobs', () => undefined)
    expect(await ask(lasting)).toBe('first')
    first.fails = new Error('Failed query', { cause: GIVEN_UP })
    await expect(ask(lasting)).rejects.toMatchObject({ code: '57P03', cause: first.fails })
    expect(await Promise.all([ask(lasting), ask(lasting)])).toEqual(['second', 'second'])
    expect([openings, troubles, second.channels]).toEqual([1, [first.fails], ['jobs']])
    await unlisten()
    expect(second.channels).toEqual([])
  })

  it('is not opened again for what a statement itself does wrong', async () => {
    const first = stub('first')
    const lasting = lastingPglite(
      first,
      () => Promise.reject(new Error('opened')),
      (error) => expect.fail(String(error)),
    )
    first.fails = Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' })
    await expect(ask(lasting)).rejects.toThrow('duplicate key')
    first.fails = undefined
    expect(await ask(lasting)).toBe('first')
  })

  it('that cannot be opened yet says that it is starting, without trying at every question', async () => {
    const first = stub('first')
    let openings = 0
    const open = async () => {
      openings += 1
      throw new Error('No space left on device')
    }
    const lasting = lastingPglite(first, open, () => undefined)
    first.fails = GIVEN_UP
    await expect(ask(lasting)).rejects.toMatchObject({ code: '57P03', cause: GIVEN_UP })
    for (let time = 0; time < 3; time += 1) await expect(ask(lasting)).rejects.toMatchObject({ code: '57P03' })
    expect(openings).toBe(1)
  })
})
