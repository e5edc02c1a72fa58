/**
 * Binary search: the first of 0..count-1 for which a condition holds, or `count` if there is none.
 * @param holds must stay true for all indexes after the first true one
 */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let lowIndex = 0
  let highIndex = count
  while (lowIndex < highIndex) {
    const middleIndex = (lowIndex + highIndex) >>> 1
    if (holds(middleIndex)) highIndex = middleIndex
    else lowIndex = middleIndex + 1
  }
  return lowIndex
}
