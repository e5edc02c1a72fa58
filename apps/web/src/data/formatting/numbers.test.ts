import { describe, expect, it } from 'vitest'
import { formatMoney, formatMoneyWithCode, formatPercent, formatPrice, withDecimals } from './numbers.ts'

describe('numbers', () => {
  it('have the decimal sign of the language, and as many decimals as requested', () => {
    expect([withDecimals(12.34, 1, 'en'), withDecimals(12.34, 1, 'de'), withDecimals(3780, 1, 'de')]).toEqual([
      '12.3',
      '12,3',
      '3780,0',
    ])
  })

  it('have a percent sign in the style of the language', () => {
    expect([formatPercent(42.4, 'en'), formatPercent(42.4, 'de'), formatPercent(100, 'en')]).toEqual([
      '42%',
      '42\u00a0%',
      '100%',
    ])
  })
})

it('a price has no cents if they are zero, and follows German style in German', () => {
  expect([formatPrice(0, 'en'), formatPrice(499, 'en'), formatPrice(19_900, 'en')]).toEqual(['$0', '$4.99', '$199'])
  expect([formatPrice(4999, 'de'), formatPrice(19_900, 'de')]).toEqual(['49,99\u00a0$', '199\u00a0$'])
})

it('an amount has its currency sign in the style of the language, or its code once', () => {
  expect(formatMoney(499, 'USD', 'en-GB')).toBe('$4.99')
  expect(formatMoney(19900, 'USD', 'de-DE').replace(/\s/, ' ')).toBe('199,00 $')
  expect(formatMoneyWithCode(499, 'USD', 'en-GB').replace(/\s/, ' ')).toBe('USD 4.99')
  expect(formatMoneyWithCode(19900, 'USD', 'de-DE').replace(/\s/, ' ')).toBe('199,00 USD')
})
