/** A signal that a codec of the browser has changed: it gave output, took input, or failed. */
export function stateSignal() {
  let change = Promise.withResolvers<void>()
  return {
    notify(): void {
      change.resolve()
      change = Promise.withResolvers()
    },
    /** Resolves with the next change. */
    next: (): Promise<void> => change.promise,
  }
}
