import { describe, expect, it } from 'vitest'
import { calendarDay, calendarTime } from './calendar-day.ts'
import { exactMoneyWords, moneyWords } from './money.ts'

describe('an amount of money', () => {
  it('carries the short sign of its currency where the language puts it', () => {
    expect(moneyWords(499, 'USD', 'en-GB')).toBe('$4.99')
    expect(moneyWords(19900, 'USD', 'de-DE').replace(/\s/, ' ')).toBe('199,00 $')
  })

  it('names its currency once where that has to be plain', () => {
    expect(exactMoneyWords(499, 'USD', 'en-GB').replace(/\s/, ' ')).toBe('USD 4.99')
    expect(exactMoneyWords(19900, 'USD', 'de-DE').replace(/\s/, ' ')).toBe('199,00 USD')
  })
})

describe('a day in the calendar', () => {
  it('is the viewer’s own, with the clock where that matters', () => {
    expect(calendarDay('2026-03-02T23:30:00Z', 'en-GB', 'Europe/Berlin')).toBe('3 Mar 2026')
    expect(calendarTime('2026-03-02T09:05:00Z', 'en-GB', 'UTC')).toBe('2 Mar 2026, 09:05')
    expect(calendarDay('2026-03-02T09:00:00Z', 'de-DE', 'UTC')).toBe('02.03.2026')
  })
})
