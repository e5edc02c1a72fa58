import { expect, it } from 'vitest'
import { freeTop } from './toast-place.ts'

const at = (top: number, height: number, left = 0) => ({ left, right: left + 300, top, bottom: top + height })
const TOAST = at(8, 70)

it('a toast stays where it is unless it covers what comes next, and then goes to the other edge, or between two buttons', () => {
  expect(freeTop(TOAST, [], 800)).toBeNull()
  expect(freeTop(TOAST, [at(100, 50), at(20, 50, 400)], 800)).toBeNull()
  expect(freeTop(TOAST, [at(20, 50)], 800)).toBe(722)
  expect(freeTop(TOAST, [at(20, 50), at(740, 60)], 800)).toBe(78)
  expect(freeTop(at(722, 70), [at(740, 60)], 800)).toBe(8)
  expect(freeTop(TOAST, [at(20, 50)], 100)).toBeNull()
})
