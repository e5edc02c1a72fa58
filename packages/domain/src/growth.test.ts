import { expect, it } from 'vitest'
import { comparedMonths, growthPercent } from './growth.ts'

it('tells growth in percent of what there was', () => {
  expect([growthPercent(110, 100), growthPercent(94, 100), growthPercent(0, 100)]).toEqual([10, -6, -100])
  expect(growthPercent(0, 0)).toBe(0)
})

it('knows no percentage of nothing, nor of less than that', () => {
  expect([growthPercent(5, 0), growthPercent(5, -10), growthPercent(-5, 0)]).toEqual([null, null, null])
})

it('compares as much of the month before as there is of this one', () => {
  expect(comparedMonths(new Date('2026-11-21T15:30:00Z'))).toEqual({
    thisMonth: new Date('2026-11-01T00:00:00Z'),
    lastMonth: new Date('2026-10-01T00:00:00Z'),
    lastMonthUntil: new Date('2026-10-21T15:30:00Z'),
  })
  expect(comparedMonths(new Date('2027-01-01T00:00:00Z')).lastMonth).toEqual(new Date('2026-12-01T00:00:00Z'))
})

it('takes the whole of a month that is shorter than this one is already', () => {
  expect(comparedMonths(new Date('2026-03-30T12:00:00Z')).lastMonthUntil).toEqual(new Date('2026-03-01T00:00:00Z'))
})
