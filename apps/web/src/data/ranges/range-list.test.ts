import { MAX_CLIP_RANGES } from '@kerf/domain/ranges/time-range'
import { describe, expect, it } from 'vitest'
import {
  isEffective,
  isFull,
  NO_RANGES,
  type RangeList,
  withAdded,
  withHeld,
  withMoved,
  withoutRange,
} from './range-list.ts'

const range = (startTime: number, endTime: number) => ({ startTime, endTime })
const [A, B, C] = [range(10, 20), range(30, 42), range(5, 7.5)]
const listed = (...ranges: RangeList['ranges']): RangeList => ({ ...NO_RANGES, ranges })

describe('a list of ranges', () => {
  it('is cut from two on; before that the range on the timeline is', () => {
    expect([NO_RANGES, listed(A), listed(A, B)].map(isEffective)).toEqual([false, false, true])
  })

  it('takes the range on the timeline at its end, also one that it has already, until it is full', () => {
    expect(withAdded(withAdded(listed(A), B), A).ranges).toEqual([A, B, A])
    const full = listed(...Array.from({ length: MAX_CLIP_RANGES }, () => A))
    expect(isFull(full)).toBe(true)
    expect(withAdded(full, B)).toBe(full)
  })

  it('follows the handles with the range that they hold, and adds nothing when they let go of it', () => {
    const held = { ...listed(A, B), held: 1 }
    expect(withHeld(held, C).ranges).toEqual([A, C])
    expect(withHeld(listed(A, B), C).ranges).toEqual([A, B])
    expect(withAdded(withHeld(held, C), C)).toEqual(listed(A, C))
  })

  it('is put in order one place at a time, and what is held stays held', () => {
    const held = { ...listed(A, B, C), held: 0 }
    expect(withMoved(held, 0, 1)).toEqual({ ...listed(B, A, C), held: 1 })
    expect(withMoved(held, 1, -1)).toEqual({ ...listed(B, A, C), held: 1 })
    expect(withMoved(held, 1, 1)).toEqual({ ...listed(A, C, B), held: 0 })
    expect(withMoved(held, 2, 1)).toBe(held)
  })

  it('loses a range, and the hand on it with it', () => {
    const held = { ...listed(A, B, C), held: 1 }
    expect(withoutRange(held, 1)).toEqual(listed(A, C))
    expect(withoutRange(held, 0)).toEqual({ ...listed(B, C), held: 0 })
    expect(withoutRange(held, 2)).toEqual({ ...listed(A, B), held: 1 })
    expect(withoutRange(listed(A), 0)).toEqual(NO_RANGES)
  })
})
