const KEPT_MILLISECONDS = 1000

/** The same answer for all who ask within a second; whoever comes later, or after it came to nothing, has it asked anew. */
export function onceASecond<T>(ask: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (kept !== null && now() < kept.until) return kept.answer
    const asked = { answer: ask(), until: now() + KEPT_MILLISECONDS }
    kept = asked
    asked.answer.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.answer
  }
}
