import { NO_RANGES, type RangeList } from '../../../data/ranges/range-list.ts'

export function withoutRange(list: RangeList, place: number): RangeList {
  const { held } = list
  const ranges = list.ranges.filter((_range, other) => other !== place)
  if (ranges.length === 0) return NO_RANGES
  const heldNow = held === null || held === place ? null : held - (held > place ? 1 : 0)
  return { ...list, ranges, held: heldNow }
}

/** Moves a range one place up or down the list; whoever holds it, holds it still. */
export function withMoved(list: RangeList, place: number, by: -1 | 1): RangeList {
  const to = place + by
  const [range, other] = [list.ranges[place], list.ranges[to]]
  if (range === undefined || other === undefined) return list
  const ranges = list.ranges.map((one, at) => (at === to ? range : at === place ? other : one))
  const held = list.held === place ? to : list.held === to ? place : list.held
  return { ...list, ranges, held }
}
