import { expect, it } from 'vitest'
import { spokenTime } from './spoken-time.ts'

it('a spoken time has hours, minutes and seconds, without units that are zero', () => {
  expect([0, 1, 61, 120, 3723.5].map((seconds) => spokenTime(seconds, 'en'))).toEqual([
    '0 seconds',
    '1 second',
    '1 minute 1 second',
    '2 minutes',
    '1 hour 2 minutes 3.5 seconds',
  ])
})
