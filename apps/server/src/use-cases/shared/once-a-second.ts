const CACHED_MILLISECONDS = 1000

/** The same answer for all who ask within a second; whoever comes later, or after it came to nothing, has it asked again. */
export function onceASecond<T>(ask: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let cached: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (cached !== null && now() < cached.until) return cached.answer
    const asked = { answer: ask(), until: now() + CACHED_MILLISECONDS }
    cached = asked
    asked.answer.catch(() => {
      if (cached === asked) cached = null
    })
    return asked.answer
  }
}
