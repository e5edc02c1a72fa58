import { describe, expect, it } from 'vitest'
import { scaledSize } from './scaled-size.ts'

describe('scaledSize', () => {
  it('takes the height as the shorter side, so that upright videos shrink alike', () => {
    expect(scaledSize({ width: 1920, height: 1080 }, 360)).toEqual({ width: 640, height: 360 })
    expect(scaledSize({ width: 1080, height: 1920 }, 360)).toEqual({ width: 360, height: 640 })
  })

  it('never enlarges', () => {
    expect(scaledSize({ width: 640, height: 360 }, 1080)).toEqual({ width: 640, height: 360 })
  })

  it('makes both sides even', () => {
    expect(scaledSize({ width: 855, height: 481 }, null)).toEqual({ width: 854, height: 480 })
    expect(scaledSize({ width: 1921, height: 1081 }, 360)).toEqual({ width: 640, height: 360 })
  })
})
