import { MAX_CLIP_RANGES } from '@kerf/domain/ranges/time-range'
import { describe, expect, it } from 'vitest'
import {
  isEffective,
  isRangeListFull,
  NO_RANGES,
  type RangeList,
  withAdded,
  withEdited,
  withMoved,
  withoutRange,
} from './range-list.ts'

const range = (startTime: number, endTime: number) => ({ startTime, endTime })
const [FIRST_RANGE, SECOND_RANGE, THIRD_RANGE] = [range(10, 20), range(30, 42), range(5, 7.5)]
const listOf = (...ranges: RangeList['ranges']): RangeList => ({ ...NO_RANGES, ranges })

describe('a list of ranges', () => {
  it('replaces the range on the timeline from two ranges on', () => {
    expect([NO_RANGES, listOf(FIRST_RANGE), listOf(FIRST_RANGE, SECOND_RANGE)].map(isEffective)).toEqual([
      false,
      false,
      true,
    ])
  })

  it("takes the timeline's range at its end, even a repeated one, until it is full", () => {
    expect(withAdded(withAdded(listOf(FIRST_RANGE), SECOND_RANGE), FIRST_RANGE).ranges).toEqual([
      FIRST_RANGE,
      SECOND_RANGE,
      FIRST_RANGE,
    ])
    const fullList = listOf(...Array.from({ length: MAX_CLIP_RANGES }, () => FIRST_RANGE))
    expect(isRangeListFull(fullList)).toBe(true)
    expect(withAdded(fullList, SECOND_RANGE)).toBe(fullList)
  })

  it('follows the handles while one of its ranges is edited', () => {
    const editedList = { ...listOf(FIRST_RANGE, SECOND_RANGE), editing: 1 }
    expect(withEdited(editedList, THIRD_RANGE).ranges).toEqual([FIRST_RANGE, THIRD_RANGE])
    expect(withEdited(listOf(FIRST_RANGE, SECOND_RANGE), THIRD_RANGE).ranges).toEqual([FIRST_RANGE, SECOND_RANGE])
    expect(withAdded(withEdited(editedList, THIRD_RANGE), THIRD_RANGE)).toEqual(listOf(FIRST_RANGE, THIRD_RANGE))
  })

  it('is reordered one place at a time, and keeps the edited range', () => {
    const editedList = { ...listOf(FIRST_RANGE, SECOND_RANGE, THIRD_RANGE), editing: 0 }
    expect(withMoved(editedList, 0, 1)).toEqual({ ...listOf(SECOND_RANGE, FIRST_RANGE, THIRD_RANGE), editing: 1 })
    expect(withMoved(editedList, 1, -1)).toEqual({ ...listOf(SECOND_RANGE, FIRST_RANGE, THIRD_RANGE), editing: 1 })
    expect(withMoved(editedList, 1, 1)).toEqual({ ...listOf(FIRST_RANGE, THIRD_RANGE, SECOND_RANGE), editing: 0 })
    expect(withMoved(editedList, 2, 1)).toBe(editedList)
  })

  it('loses a range, and stops editing it', () => {
    const editedList = { ...listOf(FIRST_RANGE, SECOND_RANGE, THIRD_RANGE), editing: 1 }
    expect(withoutRange(editedList, 1)).toEqual(listOf(FIRST_RANGE, THIRD_RANGE))
    expect(withoutRange(editedList, 0)).toEqual({ ...listOf(SECOND_RANGE, THIRD_RANGE), editing: 0 })
    expect(withoutRange(editedList, 2)).toEqual({ ...listOf(FIRST_RANGE, SECOND_RANGE), editing: 1 })
    expect(withoutRange(listOf(FIRST_RANGE), 0)).toEqual(NO_RANGES)
  })
})
