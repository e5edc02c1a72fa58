/** Draws from the distributions that queues are made of; `random` gives 0 to below 1. */
export type Random = () => number

export function drawExponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random())
}

/** By Box and Muller; the second of their pair is thrown away, so that a draw takes two numbers whatever came before. */
export function drawLogNormal(random: Random, median: number, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * random()))
}

/** How many until the first that fails: 1, 2, 3 ... with this mean. */
export function drawGeometric(random: Random, mean: number): number {
  return mean <= 1 ? 1 : 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - 1 / mean))
}

/** The index of one of these shares, which add up to 1. */
export function drawShare(random: Random, shares: readonly number[]): number {
  let left = random()
  for (let index = 0; index < shares.length; index++) {
    left -= shares[index]!
    if (left < 0) return index
  }
  return shares.length - 1
}
