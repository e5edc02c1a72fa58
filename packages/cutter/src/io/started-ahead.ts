/** Does work for each item, several at a time, and gives the results in the items' order. */
export async function* startedAhead<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const running: Promise<Result>[] = []
  for (const item of items) {
    const result = work(item)
    // A caller that stops taking results never sees this error.
    result.catch(() => {})
    running.push(result)
    if (running.length === atOnce) yield await running.shift()!
  }
  for (const result of running) yield await result
}

export async function allStartedAhead<Item, Result>(
  ...work: Parameters<typeof startedAhead<Item, Result>>
): Promise<Result[]> {
  const results: Result[] = []
  for await (const result of startedAhead(...work)) results.push(result)
  return results
}
