let onMovement: (() => void) | null = null

/** Calls back whenever a codec of the browser moves. @returns the end of it */
export function watchCodecs(listener: () => void): () => void {
  onMovement = listener
  return () => {
    if (onMovement === listener) onMovement = null
  }
}

/** A signal that a codec of the browser has changed: it gave output, took input, or failed. */
export function stateSignal() {
  let change = Promise.withResolvers<void>()
  return {
    notify(): void {
      onMovement?.()
      change.resolve()
      change = Promise.withResolvers()
    },
    /** Resolves with the next change. */
    next: (): Promise<void> => change.promise,
  }
}
