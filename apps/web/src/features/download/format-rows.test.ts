import { describe, expect, it } from 'vitest'
import { measuredBy } from './format-rows.ts'

describe('what a measured size goes by', () => {
  const range = { startTime: 31, endTime: 33 }
  const isSame = (format: 'png' | 'gif' | 'webp' | 'original', moved: Partial<typeof range>) =>
    measuredBy({ quality: '360p', format }, range).join() ===
    measuredBy({ quality: '360p', format }, { ...range, ...moved }).join()

  it('is the start of a still: another end is no reason to ask again', () => {
    expect(isSame('png', { endTime: 40 })).toBe(true)
    expect(isSame('png', { startTime: 30 })).toBe(false)
  })

  it.each(['gif', 'webp', 'original'] as const)('is all of the range of %s', (format) => {
    expect(isSame(format, { endTime: 40 })).toBe(false)
    expect(isSame(format, { startTime: 30 })).toBe(false)
  })
})
