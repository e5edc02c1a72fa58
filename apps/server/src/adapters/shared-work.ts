interface RunningWork<T> {
  result: Promise<T>
  controller: AbortController
  /** Number of callers that wait for the result. */
  waiters: number
}

/** Runs work once per key for all concurrent callers. Aborts the work when no caller waits any more. */
export function createSharedWork<T>(work: (key: string, signal: AbortSignal) => Promise<T>) {
  const workByKey = new Map<string, RunningWork<T>>()

  function start(key: string): RunningWork<T> {
    const controller = new AbortController()
    const entry: RunningWork<T> = { result: work(key, controller.signal), controller, waiters: 0 }
    const forget = (): void => {
      if (workByKey.get(key) === entry) workByKey.delete(key)
    }
    entry.result.then(forget, forget)
    workByKey.set(key, entry)
    return entry
  }

  return {
    /** Joins the work that runs under this key, or starts it. Throws the signal's reason when that aborts first. */
    async join(key: string, signal: AbortSignal): Promise<T> {
      signal.throwIfAborted()
      const entry = workByKey.get(key) ?? start(key)
      entry.waiters += 1
      try {
        return await unlessAborted(entry.result, signal)
      } finally {
        entry.waiters -= 1
        if (entry.waiters === 0) {
          // A new caller must not join work that is being aborted.
          if (workByKey.get(key) === entry) workByKey.delete(key)
          entry.controller.abort()
        }
      }
    },
  }
}

/** Waits for the result. Throws the signal's reason if the signal aborts first. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
