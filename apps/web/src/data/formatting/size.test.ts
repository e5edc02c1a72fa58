import { describe, expect, it } from 'vitest'
import { estimatedSize, megabytes, roughSize } from './size.ts'

describe('sizes', () => {
  it('are in megabytes with one decimal, and never zero', () => {
    const sizes = [12_300_000, 999, 3_780_000_000]
    expect(sizes.map((bytes) => megabytes(bytes, 'en'))).toEqual(['12.3', '0.1', '3780.0'])
    expect(sizes.map((bytes) => megabytes(bytes, 'de'))).toEqual(['12,3', '0,1', '3780,0'])
  })

  it('are in gigabytes from a thousand megabytes on', () => {
    const sizes = [7_120_000, 999_990_000, 3_780_000_000]
    expect(sizes.map((bytes) => roughSize(bytes, 'en'))).toEqual(['7.1 MB', '1.0 GB', '3.8 GB'])
    expect(roughSize(3_780_000_000, 'de')).toBe('3,8\u00a0GB')
    expect(roughSize(3_780_000_000, 'fr')).toBe('3,8\u202fGo')
  })

  it('have no more digits than an estimate deserves', () => {
    const sizes = [999, 460_000, 980_000, 1_520_000, 4_020_000, 12_300_000, 128_000_000, 3_780_000_000]
    const texts = ['0.1 MB', '0.5 MB', '1 MB', '1.5 MB', '4 MB', '12 MB', '130 MB', '3.8 GB']
    expect(sizes.map((bytes) => estimatedSize(bytes, 'en'))).toEqual(texts)
  })
})
