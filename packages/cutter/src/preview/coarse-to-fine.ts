/**
 * The numbers 0..count-1 in an order in which the first few are spread over the whole, the next few lie between them, and
 * so on: whoever stops early has seen a little of everything.
 */
export function coarseToFine(count: number): number[] {
  const order: number[] = []
  const seen = new Set<number>()
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(1, count))); step >= 1; step /= 2) {
    for (let index = 0; index < count; index += step) {
      if (!seen.has(index)) {
        seen.add(index)
        order.push(index)
      }
    }
  }
  return order
}
