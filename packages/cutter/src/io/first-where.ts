/**
 * Binary search: the first index of 0..count-1 for which a condition holds; `count` if it holds for none. If the
 * condition holds for an index, it must hold for all later indexes.
 */
export function firstIndexWhere(count: number, predicate: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (predicate(middle)) high = middle
    else low = middle + 1
  }
  return low
}
