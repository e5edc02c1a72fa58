/** What is answered now; what was answered last, `first` to begin with, when nothing is. */
export function lastKnown<T>(ask: () => Promise<T>, first: T): () => Promise<T> {
  let known = first
  return async () => {
    try {
      known = await ask()
    } catch {
      // Whoever asks for it for its own sake hears of the trouble.
    }
    return known
  }
}
