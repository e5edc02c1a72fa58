import { describe, expect, it } from 'vitest'
import { timeLeftWords } from './time-left.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const words = (moment: string, locale = 'en') => timeLeftWords(new Date(moment), NOW, locale)

describe('how long it is until a moment', () => {
  it('is told in the largest unit that there are two of', () => {
    expect(words('2027-11-21T09:59:00Z')).toBe('in 12 months')
    expect(words('2026-12-21T09:59:00Z')).toBe('in 30 days')
    expect(words('2026-11-22T20:00:00Z')).toBe('in 34 hours')
    expect(words('2026-11-21T10:40:00Z')).toBe('in 40 minutes')
    expect(words('2027-02-21T10:00:00Z', 'de')).toBe('in 3 Monaten')
  })

  it('is a minute at least, also when the clocks differ', () => {
    expect([words('2026-11-21T10:00:01Z'), words('2026-11-21T09:59:00Z')]).toEqual(['in 1 minute', 'in 1 minute'])
  })
})
