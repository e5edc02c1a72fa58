import { describe, expect, it } from 'vitest'
import { secondsLeft, trickle } from './trickle.ts'

describe('the trickle of the processing dialog', () => {
  it('steps by at most fifteen percent', () => {
    expect(trickle(0, 1)).toBe(15)
    expect(trickle(50, 1) - 50).toBeLessThan(15)
  })

  it('never goes back and never reaches a hundred before the server answers', () => {
    let percent = 0
    for (let step = 0; step < 10_000; step++) {
      const next = trickle(percent, 1)
      expect(next).toBeGreaterThanOrEqual(percent)
      percent = next
    }
    expect(percent).toBeLessThan(100)
  })

  it('says thirty seconds at the start, less on the way, and five at least', () => {
    expect([0, 50, 90, 100].map(secondsLeft)).toEqual([30, 15, 5, 5])
  })
})
