import { describe, expect, it } from 'vitest'
import { stepBack } from './ts-scan.ts'

describe('stepBack', () => {
  it('goes back one byte range at a time for a short cut, to limit unneeded bytes', () => {
    expect([0, 1, 2].map((steps) => stepBack(steps, 4))).toEqual([
      { step: 1, total: 1 },
      { step: 1, total: 2 },
      { step: 1, total: 3 },
    ])
  })

  it('reaches a keyframe fourteen byte ranges back in five steps for 10 s at 4 Mbit/s', () => {
    expect(stepBack(3, 35).total).toBeLessThan(14)
    expect(stepBack(4, 35).total).toBeGreaterThanOrEqual(14)
  })

  it('reads at most a twelfth of the total in a step, within the memory limit', () => {
    for (const range of [0, 10, 100, 10_000]) {
      for (let steps = 0; steps < 250; steps++) {
        const { step, total } = stepBack(steps, range)
        expect(step).toBeLessThanOrEqual(Math.min(24, Math.max(1, (total - step + range) / 12)))
      }
    }
  })
})
