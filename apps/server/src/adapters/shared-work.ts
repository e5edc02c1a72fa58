interface Running<T> {
  result: Promise<T>
  controller: AbortController
  audience: number
}

/** Work that several may wait for. Aborted when nobody waits any more. */
export function createSharedWork<T>(work: (key: string, signal: AbortSignal) => Promise<T>) {
  const running = new Map<string, Running<T>>()

  function start(key: string): Running<T> {
    const controller = new AbortController()
    const entry: Running<T> = { result: work(key, controller.signal), controller, audience: 0 }
    const forget = (): void => {
      if (running.get(key) === entry) running.delete(key)
    }
    entry.result.then(forget, forget)
    running.set(key, entry)
    return entry
  }

  return {
    /** Joins the work that runs under this key, or starts it. Throws the signal's reason when that aborts first. */
    async join(key: string, signal: AbortSignal): Promise<T> {
      signal.throwIfAborted()
      const entry = running.get(key) ?? start(key)
      entry.audience += 1
      try {
        return await unlessAborted(entry.result, signal)
      } finally {
        entry.audience -= 1
        if (entry.audience === 0) {
          // A newcomer must not join what is being aborted.
          if (running.get(key) === entry) running.delete(key)
          entry.controller.abort()
        }
      }
    },
  }
}

/** The result, or the signal's reason if that aborts first. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
