import { MAX_CLIP_RANGES, type TimeRange } from '@kerf/domain/ranges/time-range'

/** Ranges of one video that are cut in one go, in the order in which they are listed. */
export interface RangeList {
  ranges: readonly TimeRange[]
  /** Index of the range that the handles change; null while they change none. */
  editing: number | null
  /** Whether each range becomes a clip of its own, instead of one clip that joins them. */
  separate: boolean
}

export const NO_RANGES: RangeList = { ranges: [], editing: null, separate: false }

/** Whether the ranges of the list are cut. That takes two ranges; before that, the range on the timeline is cut. */
export const isEffective = ({ ranges }: RangeList): boolean => ranges.length > 1

export const isRangeListFull = ({ ranges }: RangeList): boolean => ranges.length >= MAX_CLIP_RANGES

/** The list with the handles' times for the range that is edited. */
export function withEdited(list: RangeList, range: TimeRange): RangeList {
  if (list.editing === null) return list
  return { ...list, ranges: list.ranges.map((listedRange, index) => (index === list.editing ? range : listedRange)) }
}

/** Ends the editing of a range, else appends the range on the timeline. */
export function withAdded(list: RangeList, range: TimeRange): RangeList {
  if (list.editing !== null) return { ...list, editing: null }
  return isRangeListFull(list) ? list : { ...list, ranges: [...list.ranges, range] }
}

export function withoutRange(list: RangeList, index: number): RangeList {
  const { editing } = list
  const ranges = list.ranges.filter((_range, listedIndex) => listedIndex !== index)
  if (ranges.length === 0) return NO_RANGES
  const newEditing = editing === null || editing === index ? null : editing - (editing > index ? 1 : 0)
  return { ...list, ranges, editing: newEditing }
}

/** Moves a range one place up or down the list. The edited range stays the edited one. */
export function withMoved(list: RangeList, index: number, step: -1 | 1): RangeList {
  const newIndex = index + step
  const range = list.ranges[index]
  const neighbour = list.ranges[newIndex]
  if (range === undefined || neighbour === undefined) return list
  const ranges = list.ranges.map((listedRange, listedIndex) =>
    listedIndex === newIndex ? range : listedIndex === index ? neighbour : listedRange,
  )
  const editing = list.editing === index ? newIndex : list.editing === newIndex ? index : list.editing
  return { ...list, ranges, editing }
}
