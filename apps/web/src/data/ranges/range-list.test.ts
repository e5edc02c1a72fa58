import { MAX_CLIP_RANGES } from '@kerf/domain/ranges/time-range'
import { describe, expect, it } from 'vitest'
import {
  isEffective,
  isFull,
  NO_RANGES,
  type RangeList,
  withAdded,
  withEdited,
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
    const edited = { ...listed(A, B), editing: 1 }
    expect(withEdited(edited, C).ranges).toEqual([A, C])
    expect(withEdited(listed(A, B), C).ranges).toEqual([A, B])
    expect(withAdded(withEdited(edited, C), C)).toEqual(listed(A, C))
  })

  it('is put in order one place at a time, and what is edited stays so', () => {
    const edited = { ...listed(A, B, C), editing: 0 }
    expect(withMoved(edited, 0, 1)).toEqual({ ...listed(B, A, C), editing: 1 })
    expect(withMoved(edited, 1, -1)).toEqual({ ...listed(B, A, C), editing: 1 })
    expect(withMoved(edited, 1, 1)).toEqual({ ...listed(A, C, B), editing: 0 })
    expect(withMoved(edited, 2, 1)).toBe(edited)
  })

  it('loses a range, and the hand on it with it', () => {
    const edited = { ...listed(A, B, C), editing: 1 }
    expect(withoutRange(edited, 1)).toEqual(listed(A, C))
    expect(withoutRange(edited, 0)).toEqual({ ...listed(B, C), editing: 0 })
    expect(withoutRange(edited, 2)).toEqual({ ...listed(A, B), editing: 1 })
    expect(withoutRange(listed(A), 0)).toEqual(NO_RANGES)
  })
})
