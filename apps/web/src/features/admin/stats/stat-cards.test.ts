import { expect, it } from 'vitest'
import { describeGrowth } from './stat-cards.ts'

it('growth is described in words, without a percentage if the earlier value was zero', () => {
  expect(describeGrowth('revenue', 11)).toBe('up 11% on the same days last month')
  expect(describeGrowth('storage', -6.25)).toBe('down 6.3% since yesterday')
  expect([describeGrowth('storage', 0), describeGrowth('revenue', -0.01)]).toEqual([
    'no change since yesterday',
    'same as this time last month',
  ])
  expect([describeGrowth('storage', null), describeGrowth('revenue', null)]).toEqual([
    'nothing yesterday',
    'nothing on the same days last month',
  ])
})
