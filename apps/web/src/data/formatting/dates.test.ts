import { expect, it } from 'vitest'
import { calendarDay, calendarTime, formatAge, formatNearTime, formatTimeLeft } from './dates.ts'

const NOW = new Date('2026-11-20T22:30:00Z')

it('the age of a video has the largest fitting unit, and is absent for invalid dates', () => {
  const age = (date: string) => formatAge(date, NOW, 'en')
  expect([age('2026-11-20'), age('2026-11-19'), age('2026-11-10'), age('2026-03-12'), age('2019-01-01')]).toEqual([
    'today',
    'yesterday',
    'last week',
    '8 months ago',
    '7 years ago',
  ])
  expect(formatAge('soon', NOW, 'en')).toBeNull()
  expect(formatAge('2027-01-01', NOW, 'en')).toBeNull()
})

it("a nearby time names the day in the viewer's time zone, not the server's", () => {
  const time = new Date('2026-11-20T23:30:00Z')
  expect(formatNearTime(time, NOW, 'en-GB', 'UTC')).toBe('23:30')
  expect(formatNearTime(time, new Date('2026-11-20T22:30:00Z'), 'en-GB', 'Europe/Berlin')).toBe('tomorrow 00:30')
  expect(formatNearTime(new Date('2026-11-22T10:00:00Z'), NOW, 'en-GB', 'UTC')).toBe('Sunday 10:00')
})

const words = (time: string, locale = 'en') => formatTimeLeft(new Date(time), new Date('2026-11-21T10:00:00Z'), locale)

it('a duration has the largest unit with at least two of it, and never less than a minute', () => {
  expect(words('2027-11-21T09:59:00Z')).toBe('in 12 months')
  expect(words('2026-12-21T09:59:00Z')).toBe('in 30 days')
  expect(words('2026-11-22T20:00:00Z')).toBe('in 34 hours')
  expect(words('2026-11-21T10:40:00Z')).toBe('in 40 minutes')
  expect(words('2027-02-21T10:00:00Z', 'de')).toBe('in 3 Monaten')
  expect([words('2026-11-21T10:00:01Z'), words('2026-11-21T09:59:00Z')]).toEqual(['in 1 minute', 'in 1 minute'])
})

it("a calendar date is in the viewer's time zone, with the clock time where it matters", () => {
  expect(calendarDay('2026-03-02T23:30:00Z', 'en-GB', 'Europe/Berlin')).toBe('3 Mar 2026')
  expect(calendarTime('2026-03-02T09:05:00Z', 'en-GB', 'UTC')).toBe('2 Mar 2026, 09:05')
  expect(calendarDay('2026-03-02T09:00:00Z', 'de-DE', 'UTC')).toBe('02.03.2026')
})
