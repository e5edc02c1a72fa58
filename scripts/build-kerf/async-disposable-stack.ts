/**
 * AsyncDisposableStack of Node 24 for Node 22, with the methods that Kerf uses. Resources are disposed in reverse
 * order, all of them, and the first error is thrown.
 */
export class AsyncDisposableStack {
  #disposals: (() => unknown)[] = []

  defer(onDispose: () => unknown): void {
    this.#disposals.unshift(onDispose)
  }

  use<T extends { [Symbol.dispose](): void }>(resource: T): T {
    this.defer(() => resource[Symbol.dispose]())
    return resource
  }

  move(): AsyncDisposableStack {
    const movedStack = new AsyncDisposableStack()
    movedStack.#disposals = this.#disposals
    this.#disposals = []
    return movedStack
  }

  async disposeAsync(): Promise<void> {
    const errors: unknown[] = []
    for (const dispose of this.#disposals.splice(0)) {
      try {
        await dispose()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync()
  }
}
