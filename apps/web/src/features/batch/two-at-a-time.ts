const AT_ONCE = 2

/** Does the same with every item, two of them at a time and in their order. The work tells its own failures. */
export async function twoAtATime<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...items]
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (signal.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
