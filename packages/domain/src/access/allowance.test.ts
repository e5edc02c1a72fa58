import { expect, it } from 'vitest'
import { createAllowance } from './allowance.ts'

it('an owner may spend an allowance, overdraw it once, and regains it over time', () => {
  let time = 0
  const allowance = createAllowance({ most: 10, perSecond: 2, now: () => time })
  allowance.spend('one', 4)
  expect([allowance.leftOf('one'), allowance.leftOf('another')]).toEqual([6, 10])
  time = 1000
  expect(allowance.leftOf('one')).toBe(8)
  allowance.spend('one', 20)
  expect(allowance.leftOf('one')).toBe(-12)
  time = 7000
  expect(allowance.leftOf('one')).toBe(0)
  time = 60_000
  expect(allowance.leftOf('one')).toBe(10)
})

it("an allowance remembers its owners' spending despite many strangers", () => {
  let time = 0
  const allowance = createAllowance({ most: 10, perSecond: 1, now: () => time })
  allowance.spend('one', 1000)
  for (let stranger = 0; stranger < 20_000; stranger++) {
    time += 5
    allowance.spend(String(stranger), 1)
  }
  expect(allowance.leftOf('one')).toBe(-890)
})
