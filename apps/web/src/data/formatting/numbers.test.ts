import { describe, expect, it } from 'vitest'
import { formatMoney, formatMoneyWithCode, formatPercent, formatPrice, withDecimals } from './numbers.ts'

describe('numbers', () => {
  it('have the decimal sign of the language and as many decimals as asked for', () => {
    expect([withDecimals(12.34, 1, 'en'), withDecimals(12.34, 1, 'de'), withDecimals(3780, 1, 'de')]).toEqual([
      '12.3',
      '12,3',
      '3780,0',
    ])
  })

  it('are percent as the language writes them', () => {
    expect([formatPercent(42.4, 'en'), formatPercent(42.4, 'de'), formatPercent(100, 'en')]).toEqual([
      '42%',
      '42\u00a0%',
      '100%',
    ])
  })
})

it('a price leaves the cents out where there are none, and is written in German as German writes it', () => {
  expect([formatPrice(0, 'en'), formatPrice(499, 'en'), formatPrice(19_900, 'en')]).toEqual(['$0', '$4.99', '$199'])
  expect([formatPrice(4999, 'de'), formatPrice(19_900, 'de')]).toEqual(['49,99\u00a0$', '199\u00a0$'])
})

it('an amount of money carries the short sign of its currency where the language puts it, or its name once', () => {
  expect(formatMoney(499, 'USD', 'en-GB')).toBe('$4.99')
  expect(formatMoney(19900, 'USD', 'de-DE').replace(/\s/, ' ')).toBe('199,00 $')
  expect(formatMoneyWithCode(499, 'USD', 'en-GB').replace(/\s/, ' ')).toBe('USD 4.99')
  expect(formatMoneyWithCode(19900, 'USD', 'de-DE').replace(/\s/, ' ')).toBe('199,00 USD')
})
