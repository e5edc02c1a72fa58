import { describe, expect, it } from 'vitest'
import { cacheAnswers, shareForASecond } from './cached-answers.ts'

function rowChanges() {
  const listeners: ((row: string) => void)[] = []
  return {
    subscribe: (listener: (row: string) => void) => void listeners.push(listener),
    change(row: string) {
      for (const listener of listeners) listener(row)
    },
  }
}

describe('cached answers', () => {
  it('are read once, until one of their rows is written', async () => {
    const changes = rowChanges()
    const cache = cacheAnswers<number>(changes, (session) => [`session ${session}`, 'somebody'])
    let readCount = 0
    const readCounted = async () => ++readCount
    expect([await cache('a', readCounted), await cache('b', readCounted), await cache('a', readCounted)]).toEqual([
      1, 2, 1,
    ])
    changes.change('session 2')
    expect([await cache('a', readCounted), await cache('b', readCounted)]).toEqual([1, 3])
    changes.change('somebody')
    expect([await cache('a', readCounted), await cache('b', readCounted)]).toEqual([4, 5])
  })

  it('are not cached after a concurrent write, an empty result, an error, or without notifications', async () => {
    const changes = rowChanges()
    const cache = cacheAnswers<string>(changes, () => ['1'])
    const racing = async () => {
      changes.change('2')
      return 'old'
    }
    expect([await cache('a', racing), await cache('a', async () => 'new')]).toEqual(['old', 'new'])
    expect([await cache('b', async () => null), await cache('b', async () => 'found')]).toEqual([null, 'found'])
    await expect(cache('c', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    expect(await cache('c', async () => 'well')).toBe('well')
    const sharedAnswers = cacheAnswers<string>(null, () => ['1'])
    expect([await sharedAnswers('a', async () => 'one'), await sharedAnswers('a', async () => 'two')]).toEqual([
      'one',
      'two',
    ])
  })
})

it('a cached answer of one second is the same for all callers within it', async () => {
  let [now, calls] = [0, 0]
  const ask = shareForASecond(
    async () => ++calls,
    () => now,
  )
  await Promise.all(Array.from({ length: 50 }, ask))
  now = 999
  expect(await ask()).toBe(1)
  now = 1000
  expect(await ask()).toBe(2)
})
