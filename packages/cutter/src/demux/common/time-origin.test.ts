import { describe, expect, it } from 'vitest'
import { findTimeOrigin } from './time-origin.ts'

describe('the beginning of a timeline', () => {
  it('is zero where an edit list hides the priming of the audio', () => {
    expect(findTimeOrigin(0, -0.023)).toBe(0)
  })

  it('is the first frame where nothing hides priming or reordering', () => {
    expect(findTimeOrigin(0.067, 0.044)).toBe(0.067)
    expect(findTimeOrigin(1.467, 1.444)).toBe(1.467)
  })

  it('is the audio where frames begin much later', () => {
    expect(findTimeOrigin(0.5, 0)).toBe(0)
  })

  it('is the frame where audio begins later', () => {
    expect(findTimeOrigin(0.067, 0.3)).toBe(0.067)
  })

  it('is that of the only track there is', () => {
    expect(findTimeOrigin(0.067, null)).toBe(0.067)
    expect(findTimeOrigin(null, -0.023)).toBe(0)
  })
})
