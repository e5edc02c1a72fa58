import { MAX_CLIP_RANGES, type TimeRange } from '@kerf/domain/ranges/time-range'

/** Ranges of one video that are cut in one go, in the order in which they are listed. */
export interface RangeList {
  ranges: readonly TimeRange[]
  /** The place of the one that the handles are changing; null while they change none. */
  held: number | null
  /** A clip of each, instead of one clip that joins them all. */
  separate: boolean
}

export const NO_RANGES: RangeList = { ranges: [], held: null, separate: false }

/** From two on the list is what is cut; until then the range on the timeline is. */
export const isEffective = ({ ranges }: RangeList): boolean => ranges.length > 1

export const isFull = ({ ranges }: RangeList): boolean => ranges.length >= MAX_CLIP_RANGES

/** The list with what the handles have made of the range that they hold. */
export function withHeld(list: RangeList, range: TimeRange): RangeList {
  if (list.held === null) return list
  return { ...list, ranges: list.ranges.map((one, place) => (place === list.held ? range : one)) }
}

/** What Add range does: lets go of the range that is held, else puts the one on the timeline at the end. */
export function withAdded(list: RangeList, range: TimeRange): RangeList {
  if (list.held !== null) return { ...list, held: null }
  return isFull(list) ? list : { ...list, ranges: [...list.ranges, range] }
}

export function withoutRange(list: RangeList, place: number): RangeList {
  const { held } = list
  const ranges = list.ranges.filter((_range, other) => other !== place)
  if (ranges.length === 0) return NO_RANGES
  const heldNow = held === null || held === place ? null : held - (held > place ? 1 : 0)
  return { ...list, ranges, held: heldNow }
}

/** Moves a range one place up or down the list; a held range stays held. */
export function withMoved(list: RangeList, place: number, by: -1 | 1): RangeList {
  const to = place + by
  const [range, other] = [list.ranges[place], list.ranges[to]]
  if (range === undefined || other === undefined) return list
  const ranges = list.ranges.map((one, at) => (at === to ? range : at === place ? other : one))
  const held = list.held === place ? to : list.held === to ? place : list.held
  return { ...list, ranges, held }
}
