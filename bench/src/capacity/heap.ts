interface Entry<T> {
  key: number
  order: number
  value: T
}

/** The lowest key comes out first; of equal ones what was put in first. */
export function createHeap<T>() {
  const entries: Entry<T>[] = []
  let puts = 0
  const isBefore = (a: Entry<T>, b: Entry<T>): boolean => a.key < b.key || (a.key === b.key && a.order < b.order)

  function put(key: number, value: T): void {
    const entry = { key, order: puts++, value }
    let at = entries.length
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(entry, entries[parent]!); parent = (at - 1) >> 1) {
      entries[at] = entries[parent]!
      at = parent
    }
    entries[at] = entry
  }

  function take(): T | undefined {
    const first = entries[0]
    const last = entries.pop()
    if (!first || !last || entries.length === 0) return first?.value
    let at = 0
    for (let child = 1; child < entries.length; child = 2 * at + 1) {
      if (child + 1 < entries.length && isBefore(entries[child + 1]!, entries[child]!)) child += 1
      if (!isBefore(entries[child]!, last)) break
      entries[at] = entries[child]!
      at = child
    }
    entries[at] = last
    return first.value
  }

  return { put, take, nextKey: () => entries[0]?.key ?? Number.POSITIVE_INFINITY, size: () => entries.length }
}

/** Two of a hundred apart: a quantile is at most so wrong. */
const GROWTH = 1.02
const SHORTEST_SECONDS = 0.001

/** Millions of times in a few kilobytes: how many fell between so and so long. */
export function createTimes() {
  const bins = new Float64Array(1200)
  let [count, sum, longest] = [0, 0, 0]
  return {
    note(seconds: number): void {
      const bin =
        seconds < SHORTEST_SECONDS ? 0 : 1 + Math.floor(Math.log(seconds / SHORTEST_SECONDS) / Math.log(GROWTH))
      bins[Math.min(bin, bins.length - 1)]! += 1
      count += 1
      sum += seconds
      longest = Math.max(longest, seconds)
    },
    count: () => count,
    mean: () => (count === 0 ? 0 : sum / count),
    longest: () => longest,
    /** The time within which this part of all were, 0 to 1. */
    quantile(part: number): number {
      let left = part * count
      const bin = bins.findIndex((within) => {
        left -= within
        return left <= 0
      })
      return bin <= 0 ? 0 : Math.min(SHORTEST_SECONDS * GROWTH ** bin, longest)
    },
  }
}
