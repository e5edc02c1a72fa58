import { PLANS } from '@kerf/domain/plans/plans'
import { describe, expect, it } from 'vitest'
import { centsOfAmount, toDollarAmount } from './paypal-answers.ts'

describe('an amount', () => {
  it('is written with two decimals, and read back to the cent', () => {
    expect(toDollarAmount(0)).toBe('0.00')
    expect(toDollarAmount(5)).toBe('0.05')
    expect(toDollarAmount(PLANS['pro-monthly'].priceCents)).toBe('4.99')
    expect(toDollarAmount(PLANS.lifetime.priceCents)).toBe('199.00')
    for (let cents = 0; cents < 30_000; cents += 1) expect(centsOfAmount(toDollarAmount(cents))).toBe(cents)
  })

  it('may be whole dollars', () => {
    expect(centsOfAmount('199')).toBe(19_900)
  })

  it.each([
    '',
    '4.9',
    '4.999',
    '4.990',
    '4,99',
    '-4.99',
    '+4.99',
    ' 4.99',
    '4.99\n',
    '4.',
    '.99',
    '4e2',
    '0x10',
    '1.2.3',
    '٤.٩٩',
    '9999999999.00',
  ])('is not rounded from %j', (text) => {
    expect(centsOfAmount(text)).toBeNull()
  })

  it.each([4.99, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('is not made from %d', (cents) => {
    expect(() => toDollarAmount(cents)).toThrow(RangeError)
  })
})
