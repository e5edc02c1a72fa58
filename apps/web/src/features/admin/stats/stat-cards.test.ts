import { expect, it } from 'vitest'
import { growthWords } from './stat-cards.ts'

it('growth is described in words, without a percentage if the earlier value was zero', () => {
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
