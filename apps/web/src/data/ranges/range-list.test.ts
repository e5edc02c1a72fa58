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
const listOf = (...ranges: RangeList['ranges']): RangeList => ({ ...NO_RANGES, ranges })

describe('a list of ranges', () => {
  it('is cut from two on; before that the range on the timeline is', () => {
    expect([NO_RANGES, listOf(A), listOf(A, B)].map(isEffective)).toEqual([false, false, true])
  })

  it('takes the range on the timeline at its end, also one that it has already, until it is full', () => {
    expect(withAdded(withAdded(listOf(A), B), A).ranges).toEqual([A, B, A])
    const fullList = listOf(...Array.from({ length: MAX_CLIP_RANGES }, () => A))
    expect(isFull(fullList)).toBe(true)
    expect(withAdded(fullList, B)).toBe(fullList)
  })

  it('follows the handles with the range that they hold, and adds nothing when they let go of it', () => {
    const editedList = { ...listOf(A, B), editing: 1 }
    expect(withEdited(editedList, C).ranges).toEqual([A, C])
    expect(withEdited(listOf(A, B), C).ranges).toEqual([A, B])
    expect(withAdded(withEdited(editedList, C), C)).toEqual(listOf(A, C))
  })

  it('is put in order one place at a time, and what is edited stays so', () => {
    const editedList = { ...listOf(A, B, C), editing: 0 }
    expect(withMoved(editedList, 0, 1)).toEqual({ ...listOf(B, A, C), editing: 1 })
    expect(withMoved(editedList, 1, -1)).toEqual({ ...listOf(B, A, C), editing: 1 })
    expect(withMoved(editedList, 1, 1)).toEqual({ ...listOf(A, C, B), editing: 0 })
    expect(withMoved(editedList, 2, 1)).toBe(editedList)
  })

  it('loses a range, and the hand on it with it', () => {
    const editedList = { ...listOf(A, B, C), editing: 1 }
    expect(withoutRange(editedList, 1)).toEqual(listOf(A, C))
    expect(withoutRange(editedList, 0)).toEqual({ ...listOf(B, C), editing: 0 })
    expect(withoutRange(editedList, 2)).toEqual({ ...listOf(A, B), editing: 1 })
    expect(withoutRange(listOf(A), 0)).toEqual(NO_RANGES)
  })
})
