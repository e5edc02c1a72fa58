/**
 * Binary search: the first of 0..count-1 for which a condition holds, or `count` if there is none.
 * @param holds must stay true for all indexes after the first true one
 */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
