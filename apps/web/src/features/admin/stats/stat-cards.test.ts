import { expect, it } from 'vitest'
import { growthWords } from './stat-cards.ts'

it('says growth in words, as no change where it rounds to zero, and without a percentage where the earlier value was zero', () => {
  expect(growthWords('revenue', 11)).toBe('up 11% on the same days last month')
  expect(growthWords('storage', -6.25)).toBe('down 6.3% since yesterday')
  expect([growthWords('storage', 0), growthWords('revenue', -0.01)]).toEqual([
    'no change since yesterday',
    'same as this time last month',
  ])
  expect([growthWords('storage', null), growthWords('revenue', null)]).toEqual([
    'nothing yesterday',
    'nothing on the same days last month',
  ])
})
