import { expect, it } from 'vitest'
import { lastKnown } from './open-sources.ts'

it('a caller gets the last known value while the source does not respond', async () => {
  const answers = [() => 'two', () => Promise.reject(new Error('away')), () => 'three']
  const ask = lastKnown(async () => answers.shift()?.() ?? Promise.reject(new Error('away')), 'one')
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual(['two', 'two', 'three', 'three'])
  expect(await lastKnown(() => Promise.reject(new Error('away')), 'one')()).toBe('one')
})
