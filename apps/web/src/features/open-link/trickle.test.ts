import { describe, expect, it } from 'vitest'
import { trickle } from './trickle.ts'

describe('the trickle of the processing dialog', () => {
  it('steps by at most fifteen percent, and jumps to where a stage begins', () => {
    expect(trickle(8, 1, 'asking')).toBe(23)
    expect(trickle(50, 1, 'asking') - 50).toBeLessThan(15)
    expect(trickle(3, 0, 'asking')).toBe(8)
    expect(trickle(20, 0, 'describing')).toBe(90)
  })

  it('never goes back and never says more than the server has said', () => {
    let percent = 0
    for (let step = 0; step < 10_000; step++) {
      const newPercent = trickle(percent, 1, 'asking')
      expect(newPercent).toBeGreaterThanOrEqual(percent)
      percent = newPercent
    }
    expect(percent).toBeLessThanOrEqual(90)
    expect(trickle(percent, 1, 'describing')).toBeGreaterThan(90)
    expect(trickle(98, 1, 'describing')).toBeLessThan(100)
  })
})
