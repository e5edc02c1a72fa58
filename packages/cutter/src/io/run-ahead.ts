/** Runs `work` for each item, up to `maxAtOnce` in parallel, and yields the results in the order of the items. */
export async function* runAhead<Item, Result>(
  items: Iterable<Item>,
  maxAtOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const pendingResults: Promise<Result>[] = []
  for (const item of items) {
    const result = work(item)
    // A caller may stop before it awaits this result, so its rejection is handled here.
    result.catch(() => {})
    pendingResults.push(result)
    if (pendingResults.length === maxAtOnce) yield await pendingResults.shift()!
  }
  for (const result of pendingResults) yield await result
}

export async function runAllAhead<Item, Result>(...work: Parameters<typeof runAhead<Item, Result>>): Promise<Result[]> {
  const results: Result[] = []
  for await (const result of runAhead(...work)) results.push(result)
  return results
}
