export interface Slots {
  /** Answers how to give the slot back, or null when too many are waiting already. Throws the signal's reason. */
  take(signal: AbortSignal): Promise<(() => void) | null>
}

/** Lets `count` through at a time and `maxWaiting` wait, first come, first served. */
export function createSlots(count: number, maxWaiting: number): Slots {
  let free = count
  const waiting: (() => void)[] = []

  function giveBack(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return once(giveBack)
      }
      if (waiting.length >= maxWaiting) return null
      await new Promise<void>((resolve, reject) => {
        const enter = (): void => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = (): void => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(enter)
      })
      return once(giveBack)
    },
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
