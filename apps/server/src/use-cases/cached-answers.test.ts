import { describe, expect, it } from 'vitest'
import { NotedWrites } from '../adapters/database/noted-writes.ts'
import { cacheAnswers } from './cached-answers.ts'

describe('answers that are kept', () => {
  it('are read once, also for those who ask at the same time, until something of theirs is written', async () => {
    const noted = new NotedWrites()
    const keep = cacheAnswers<number>(noted.writes.people, (read) => [`session ${read}`])
    let reads = 0
    const read = async () => ++reads
    expect(await Promise.all([keep('a', read), keep('a', read), keep('b', read)])).toEqual([1, 1, 2])
    noted.note([{ text: 'select * from "users"' }, { text: 'update "clips" set "progress" = $1' }])
    expect(await keep('a', read)).toBe(1)
    noted.note([{ text: 'select 1' }, { text: 'delete from "sessions" where "user_id" = $1', changed: 2 }])
    expect([await keep('a', read), await keep('b', read)]).toEqual([3, 4])
    noted.note([{ text: 'delete from "sessions" where "sessions"."id" = $1', values: ['session 3'], changed: 1 }])
    expect([await keep('a', read), await keep('b', read)]).toEqual([5, 4])
  })

  it('are not kept when they were read while something was written, when reading failed, or where others write too', async () => {
    const noted = new NotedWrites()
    const keep = cacheAnswers<string>(noted.writes.downloads, () => ['1'])
    const before = keep('a', async () => 'old')
    noted.note([{ text: 'update "clips" set "status" = $1 where "clips"."id" = $2', values: ['failed', '1'] }])
    expect([await before, await keep('a', async () => 'new')]).toEqual(['old', 'new'])
    await expect(keep('c', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    expect(await keep('c', async () => 'well')).toBe('well')
    const shared = cacheAnswers<string>(
      () => null,
      () => ['1'],
    )
    expect([await shared('a', async () => 'one'), await shared('a', async () => 'two')]).toEqual(['one', 'two'])
  })

  it('that something was not found are read anew once anything is written', async () => {
    const noted = new NotedWrites()
    const keep = cacheAnswers<string | null>(noted.writes.people, (found) => (found === null ? null : [found]))
    await keep('a', async () => null)
    expect(await keep('a', async () => 'somebody')).toBeNull()
    noted.note([{ text: 'insert into "viewers" ("id") values ($1)', values: ['other'], changed: 1 }])
    expect(await keep('a', async () => 'somebody')).toBe('somebody')
  })
})
