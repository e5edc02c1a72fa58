import { describe, expect, it } from 'vitest'
import { cutResult } from './cut-proof-drawing.ts'

describe('the drawing of a cut', () => {
  it('shows that an exact cut keeps the wanted frames and no others', () => {
    const { from, to, keptFrom, keptTo } = cutResult('exact', 28)
    expect([keptFrom, keptTo]).toEqual([from, to])
  })

  it('shows that an ordinary cut leaves frames in at both ends, on a phone too', () => {
    for (const frames of [14, 28]) {
      const { from, to, keptFrom, keptTo } = cutResult('usual', frames)
      expect(keptFrom).toBeLessThan(from)
      expect(keptTo).toBeGreaterThan(to)
    }
  })
})
