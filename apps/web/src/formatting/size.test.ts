import { describe, expect, it } from 'vitest'
import { megabytes, roughSize } from './size.ts'

describe('sizes', () => {
  it('are megabytes with one decimal, and never nothing', () => {
    expect([megabytes(12_300_000), megabytes(999), megabytes(3_780_000_000)]).toEqual(['12.3', '0.1', '3780.0'])
  })

  it('are gigabytes in estimates from a thousand megabytes on', () => {
    expect([roughSize(7_120_000), roughSize(999_990_000), roughSize(3_780_000_000)]).toEqual([
      '7.1 MB',
      '1.0 GB',
      '3.8 GB',
    ])
  })
})
