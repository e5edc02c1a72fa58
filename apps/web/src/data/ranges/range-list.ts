import { MAX_CLIP_RANGES, type TimeRange } from '@kerf/domain/ranges/time-range'

/** Ranges of one video that are cut in one go, in the order in which they are listed. */
export interface RangeList {
  ranges: readonly TimeRange[]
  /** The place of the one that the handles are changing; null while they change none. */
  editing: number | null
  /** A clip of each, instead of one clip that joins them all. */
  separate: boolean
}

export const NO_RANGES: RangeList = { ranges: [], editing: null, separate: false }

/** From two on the list is what is cut; until then the range on the timeline is. */
export const isEffective = ({ ranges }: RangeList): boolean => ranges.length > 1

export const isFull = ({ ranges }: RangeList): boolean => ranges.length >= MAX_CLIP_RANGES

/** The list with what the handles have made of the range that is edited. */
export function withEdited(list: RangeList, range: TimeRange): RangeList {
  if (list.editing === null) return list
  return { ...list, ranges: list.ranges.map((one, place) => (place === list.editing ? range : one)) }
}

/** What Add range does: ends the editing of a range, else puts the one on the timeline at the end. */
export function withAdded(list: RangeList, range: TimeRange): RangeList {
  if (list.editing !== null) return { ...list, editing: null }
  return isFull(list) ? list : { ...list, ranges: [...list.ranges, range] }
}

export function withoutRange(list: RangeList, place: number): RangeList {
  const { editing } = list
  const ranges = list.ranges.filter((_range, other) => other !== place)
  if (ranges.length === 0) return NO_RANGES
  const editingNow = editing === null || editing === place ? null : editing - (editing > place ? 1 : 0)
  return { ...list, ranges, editing: editingNow }
}

/** Moves a range one place up or down the list; the edited one stays that. */
export function withMoved(list: RangeList, place: number, by: -1 | 1): RangeList {
  const to = place + by
  const range = list.ranges[place]
  const other = list.ranges[to]
  if (range === undefined || other === undefined) return list
  const ranges = list.ranges.map((one, at) => (at === to ? range : at === place ? other : one))
  const editing = list.editing === place ? to : list.editing === to ? place : list.editing
  return { ...list, ranges, editing }
}
