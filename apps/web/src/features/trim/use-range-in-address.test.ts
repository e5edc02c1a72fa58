import { describe, expect, it } from 'vitest'
import { createWriteBudget } from './use-range-in-address.ts'

describe('writing the address', () => {
  it('is immediate at first, and waits once a drag has used up the budget', () => {
    const budget = createWriteBudget()
    for (let write = 0; write < 8; write++) {
      expect(budget.pauseMs(1000)).toBe(0)
      budget.spend(1000)
    }
    expect(budget.pauseMs(1000)).toBe(400)
    expect(budget.pauseMs(1400)).toBe(0)
  })

  it('stays under a hundred in thirty seconds', () => {
    const budget = createWriteBudget()
    let writes = 0
    for (let nowMs = 0; nowMs < 30_000; nowMs += 4) {
      if (budget.pauseMs(nowMs) > 0) continue
      budget.spend(nowMs)
      writes++
    }
    expect(writes).toBeLessThan(90)
  })
})
