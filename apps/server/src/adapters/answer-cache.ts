import { unlessAborted } from './shared-work.ts'

export interface AnswerCacheOptions<T> {
  /** Requests the answer for a key, with its own time limit. Later callers get the same answer. */
  requestAnswer: (key: string) => Promise<T>
  /** Milliseconds for which an answer is valid. */
  validMilliseconds: (answer: T) => number
  /** Milliseconds after which a failed request is repeated. */
  failureMilliseconds: number
  maxAnswers: number
  now: () => number
}

interface CachedAnswer<T> {
  answer: Promise<T>
  settled: { value: T } | null
  until: number
}

/** Answers by key, each requested once and cached for a time. The oldest are dropped when there are too many. */
export function createAnswerCache<T>({
  requestAnswer,
  validMilliseconds,
  failureMilliseconds,
  maxAnswers,
  now,
}: AnswerCacheOptions<T>) {
  const answers = new Map<string, CachedAnswer<T>>()

  function findAnswer(key: string): CachedAnswer<T> | undefined {
    const entry = answers.get(key)
    return entry && now() < entry.until ? entry : undefined
  }

  function begin(key: string): CachedAnswer<T> {
    const entry: CachedAnswer<T> = { answer: requestAnswer(key), settled: null, until: Number.POSITIVE_INFINITY }
    answers.delete(key)
    answers.set(key, entry)
    for (const oldestKey of answers.keys()) {
      if (answers.size <= maxAnswers) break
      answers.delete(oldestKey)
    }
    entry.answer.then(
      (value) => {
        entry.settled = { value }
        entry.until = now() + validMilliseconds(value)
      },
      () => {
        entry.until = now() + failureMilliseconds
      },
    )
    return entry
  }

  return {
    /** The answer if it has arrived and is still valid; else null. */
    cachedAnswer: (key: string): { value: T } | null => findAnswer(key)?.settled ?? null,
    /** Waits for the answer. Throws the signal's reason if the signal aborts first. */
    join: (key: string, signal: AbortSignal): Promise<T> =>
      unlessAborted((findAnswer(key) ?? begin(key)).answer, signal),
  }
}
