/** Anybody may ask how things stand, as often as they like. */
const KEPT_MILLISECONDS = 1000

/** The same answer for all who ask within a second; whoever comes later has it asked anew. */
export function onceASecond<T>(ask: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (kept === null || now() >= kept.until) kept = { answer: ask(), until: now() + KEPT_MILLISECONDS }
    return kept.answer
  }
}
