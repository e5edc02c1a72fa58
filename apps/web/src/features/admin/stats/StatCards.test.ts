import { expect, it } from 'vitest'
import { PLOT_SIZE, plotBars } from './StatCards.tsx'

it('the bars are scaled to the highest value, with a thin line for zero', () => {
  const [halfBar, fullBar, littleBar] = plotBars([50, 100, 0.1])
  expect(fullBar).toMatchObject({ y: 0, height: PLOT_SIZE.height })
  expect(halfBar?.height).toBe(PLOT_SIZE.height / 2)
  expect(littleBar?.height).toBeGreaterThan(1)
  expect(plotBars([0, 0]).map(({ height }) => height)).toEqual([0.5, 0.5])
  expect(plotBars([])).toEqual([])
})

it('the bars fill the width, and stay inside', () => {
  const bars = plotBars(Array.from({ length: 30 }, (_, index) => index))
  const lastBar = bars.at(-1)
  expect((lastBar?.x ?? 0) + (lastBar?.width ?? 0)).toBeLessThanOrEqual(PLOT_SIZE.width)
  expect(bars.every(({ y, height }) => y >= 0 && y + height <= PLOT_SIZE.height)).toBe(true)
})
