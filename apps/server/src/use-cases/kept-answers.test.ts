import { describe, expect, it } from 'vitest'
import { NotedWrites } from '../adapters/database/noted-writes.ts'
import { keepAnswers } from './kept-answers.ts'

describe('answers that are kept', () => {
  it('are read once, also for those who ask at the same time, until something of theirs is written', async () => {
    const noted = new NotedWrites()
    const keep = keepAnswers<number>(noted.writes.people)
    let reads = 0
    const read = async () => ++reads
    expect(await Promise.all([keep('a', read), keep('a', read), keep('b', read)])).toEqual([1, 1, 2])
    noted.note('select * from "users"')
    noted.note('update "clips" set "progress" = $1')
    expect(await keep('a', read)).toBe(1)
    noted.note('transaction: select 1;delete from "sessions" where "id" = $1')
    expect(await keep('a', read)).toBe(3)
  })

  it('are not kept when they were read while something was written, when reading failed, or where others write too', async () => {
    const noted = new NotedWrites()
    const keep = keepAnswers<string>(noted.writes.downloads)
    const before = keep('a', async () => 'old')
    noted.note('update "clips" set "status" = $1')
    expect([await before, await keep('a', async () => 'new')]).toEqual(['old', 'new'])
    await expect(keep('c', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    expect(await keep('c', async () => 'well')).toBe('well')
    const shared = keepAnswers<string>(() => null)
    expect([await shared('a', async () => 'one'), await shared('a', async () => 'two')]).toEqual(['one', 'two'])
  })
})
