import { describe, expect, it } from 'vitest'
import { tipPlace } from './tip-place.ts'

const TIP = { width: 100, height: 40 }

describe('a tip', () => {
  it('is above the middle of its control', () => {
    const tipPosition = tipPlace({ left: 300, top: 200, width: 44, height: 44 }, TIP, 1000)
    expect(tipPosition).toEqual({ left: 272, top: 160, side: 'above', arrowX: 50 })
  })

  it('is below its control if there is no room above', () => {
    const { side, top } = tipPlace({ left: 300, top: 45, width: 44, height: 44 }, TIP, 1000)
    expect([side, top]).toEqual(['below', 89])
  })

  it('never leaves the window, and still points at its control', () => {
    expect(tipPlace({ left: 0, top: 200, width: 44, height: 44 }, TIP, 360)).toMatchObject({ left: 12, arrowX: 10 })
    expect(tipPlace({ left: 316, top: 200, width: 44, height: 44 }, TIP, 360)).toMatchObject({ left: 248, arrowX: 90 })
  })
})
