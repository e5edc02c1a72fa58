import { describe, expect, it } from 'vitest'
import { ageWords, momentWords } from './moment.ts'

const NOW = new Date('2026-11-20T22:30:00Z')

describe('the age of a video', () => {
  it('is said in the largest unit that fits', () => {
    const age = (date: string) => ageWords(date, NOW, 'en')
    expect([age('2026-11-20'), age('2026-11-19'), age('2026-11-10'), age('2026-03-12'), age('2019-01-01')]).toEqual([
      'today',
      'yesterday',
      'last week',
      '8 months ago',
      '7 years ago',
    ])
  })

  it('is not made up for dates that make no sense', () => {
    expect(ageWords('soon', NOW, 'en')).toBeNull()
    expect(ageWords('2027-01-01', NOW, 'en')).toBeNull()
  })
})

describe('a moment in the viewer’s own time', () => {
  it('names the day by where the viewer is, not by where the server is', () => {
    const moment = new Date('2026-11-20T23:30:00Z')
    expect(momentWords(moment, NOW, 'en-GB', 'UTC')).toBe('23:30')
    expect(momentWords(moment, new Date('2026-11-20T22:30:00Z'), 'en-GB', 'Europe/Berlin')).toBe('tomorrow 00:30')
    expect(momentWords(new Date('2026-11-22T10:00:00Z'), NOW, 'en-GB', 'UTC')).toBe('Sunday 10:00')
  })
})
