/** Work of which only one at a time is under way, in the order in which it was asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    // Whoever asked hears of a failure; who comes next has nothing to do with it.
    this.#last = result.catch(() => {})
    return result
  }
}
