import { unlessAborted } from './shared-work.ts'

export interface TimedAnswersOptions<T> {
  /** Requests the answer for a key, with its own time limit. Later callers get the same answer. */
  ask: (key: string) => Promise<T>
  /** Milliseconds for which an answer is valid. */
  lifeOf: (answer: T) => number
  /** Milliseconds after which a failed request is repeated. */
  failureLife: number
  most: number
  now: () => number
}

interface TimedAnswer<T> {
  answer: Promise<T>
  settled: { value: T } | null
  until: number
}

/** Answers by key, each requested once and cached for a time. The oldest are dropped when there are too many. */
export function createTimedAnswers<T>({ ask, lifeOf, failureLife, most, now }: TimedAnswersOptions<T>) {
  const answers = new Map<string, TimedAnswer<T>>()

  function findAnswer(key: string): TimedAnswer<T> | undefined {
    const entry = answers.get(key)
    return entry && now() < entry.until ? entry : undefined
  }

  function begin(key: string): TimedAnswer<T> {
    const entry: TimedAnswer<T> = { answer: ask(key), settled: null, until: Number.POSITIVE_INFINITY }
    answers.delete(key)
    answers.set(key, entry)
    for (const oldestKey of answers.keys()) {
      if (answers.size <= most) break
      answers.delete(oldestKey)
    }
    entry.answer.then(
      (value) => {
        entry.settled = { value }
        entry.until = now() + lifeOf(value)
      },
      () => {
        entry.until = now() + failureLife
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
