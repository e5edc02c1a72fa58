/** One request to the stand-in. It is logged on arrival, and completed while it is answered. */
export interface StandinRequest {
  /** Time of arrival, in milliseconds since 1970. */
  time: number
  method: string
  /** Host name without port; for a refused CONNECT the exact target, e.g. `10.0.0.1:80`. */
  host: string
  /** Path without query; empty for CONNECT. */
  path: string
  /** Query without its question mark. */
  query: string
  /** The Range header; null: the whole file was requested. */
  range: string | null
  /** Status of the answer; null: there is no answer yet. */
  status: number | null
  /** Bytes of the body handed to the connection so far. */
  bytes: number
  /** Whether the proxy refused the request. */
  refused: boolean
}

interface Waiter {
  matches: (request: StandinRequest) => boolean
  resolve: (request: StandinRequest) => void
}

/** All requests, in order of arrival. */
export class RequestLog {
  #requests: StandinRequest[] = []
  #waiters: Waiter[] = []

  add(request: Omit<StandinRequest, 'time'>): StandinRequest {
    const entry: StandinRequest = { time: Date.now(), ...request }
    this.#requests.push(entry)
    const matchingWaiters = this.#waiters.filter((waiter) => waiter.matches(entry))
    this.#waiters = this.#waiters.filter((waiter) => !matchingWaiters.includes(waiter))
    for (const waiter of matchingWaiters) waiter.resolve(entry)
    return entry
  }

  /** A copy of all requests, so that later requests do not change the list of a test. */
  list(): StandinRequest[] {
    return structuredClone(this.#requests)
  }

  /** Resolves with the first matching request that arrives from now on. */
  waitForNext(matches: (request: StandinRequest) => boolean): Promise<StandinRequest> {
    return new Promise((resolve) => {
      this.#waiters.push({ matches, resolve: (request) => resolve({ ...request }) })
    })
  }

  clear(): void {
    this.#requests = []
  }
}
