import { expect, it } from 'vitest'
import { clipExpiry } from './retention.ts'

const finishedAt = new Date('2026-11-20T10:00:00Z')

it('a clip lives as long as configured, and never longer than promised', () => {
  expect(clipExpiry(finishedAt, 2)).toEqual(new Date('2026-11-20T12:00:00Z'))
  expect(clipExpiry(finishedAt, 1000)).toEqual(new Date('2026-11-21T10:00:00Z'))
})
