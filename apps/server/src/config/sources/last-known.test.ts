import { expect, it } from 'vitest'
import { rememberLast } from './open-sources.ts'

it('the last known value is returned while reading fails', async () => {
  const sourceReads = [() => 'two', () => Promise.reject(new Error('away')), () => 'three']
  const readOrLast = rememberLast(async () => sourceReads.shift()?.() ?? Promise.reject(new Error('away')), 'one')
  expect([await readOrLast(), await readOrLast(), await readOrLast(), await readOrLast()]).toEqual([
    'two',
    'two',
    'three',
    'three',
  ])
  expect(await rememberLast(() => Promise.reject(new Error('away')), 'one')()).toBe('one')
})
