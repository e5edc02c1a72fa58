import { expect, it } from 'vitest'
import { tickPlaces } from './TimelineTicks.tsx'

const layout = (fromSeconds: number, toSeconds: number) => ({
  view: { fromSeconds, toSeconds },
  widthPx: 140,
  padPx: 20,
})

it('ticks are at their visible times, and many in one place are one', () => {
  expect(tickPlaces([5, 10, 15, 40], layout(0, 10))).toEqual([70, 120])
  expect(tickPlaces([5, 10, 15, 40], layout(10, 20))).toEqual([20, 70])
  const many = Array.from({ length: 20_000 }, (_, index) => index / 2)
  expect(tickPlaces(many, layout(0, 10_000)).length).toBeLessThan(140 / 4)
  expect(tickPlaces([], layout(0, 10))).toEqual([])
})
