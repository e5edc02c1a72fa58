import { describe, expect, it } from 'vitest'
import { nextPercent } from './trickle.ts'

describe('the progress of the processing dialog', () => {
  it('steps by at most fifteen percent, and jumps to the start of a stage', () => {
    expect(nextPercent(8, 1, 'asking')).toBe(23)
    expect(nextPercent(50, 1, 'asking') - 50).toBeLessThan(15)
    expect(nextPercent(3, 0, 'asking')).toBe(8)
    expect(nextPercent(20, 0, 'describing')).toBe(90)
  })

  it("never goes back, and never exceeds the server's stage", () => {
    let percent = 0
    for (let step = 0; step < 10_000; step++) {
      const newPercent = nextPercent(percent, 1, 'asking')
      expect(newPercent).toBeGreaterThanOrEqual(percent)
      percent = newPercent
    }
    expect(percent).toBeLessThanOrEqual(90)
    expect(nextPercent(percent, 1, 'describing')).toBeGreaterThan(90)
    expect(nextPercent(98, 1, 'describing')).toBeLessThan(100)
  })
})
