/** The first of 0..count-1 for which a condition holds, if it also holds for all later ones; `count` if there is none. */
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
