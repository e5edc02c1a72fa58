import { expect, it } from 'vitest'
import { freeTop } from './toast-place.ts'

const boxAt = (top: number, height: number, left = 0) => ({ left, right: left + 300, top, bottom: top + height })
const TOAST_BOX = boxAt(8, 70)

it('a toast stays in place unless it covers a button, and then moves away', () => {
  expect(freeTop(TOAST_BOX, [], 800)).toBeNull()
  expect(freeTop(TOAST_BOX, [boxAt(100, 50), boxAt(20, 50, 400)], 800)).toBeNull()
  expect(freeTop(TOAST_BOX, [boxAt(20, 50)], 800)).toBe(722)
  expect(freeTop(TOAST_BOX, [boxAt(20, 50), boxAt(740, 60)], 800)).toBe(78)
  expect(freeTop(boxAt(722, 70), [boxAt(740, 60)], 800)).toBe(8)
  expect(freeTop(TOAST_BOX, [boxAt(20, 50)], 100)).toBeNull()
})
