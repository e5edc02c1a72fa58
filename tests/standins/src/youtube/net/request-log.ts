/** One request as the stand-in saw it. It is entered when it arrives and completed while it is answered. */
export interface StandinRequest {
  /** When it arrived, milliseconds since 1970. */
  time: number
  method: string
  /** Host name without port; for a refused CONNECT exactly what was asked for, e.g. `10.0.0.1:80`. */
  host: string
  /** Path without query; empty for CONNECT. */
  path: string
  /** Query without its question mark. */
  query: string
  /** The Range header, or null for the whole. */
  range: string | null
  /** Null while nothing has been answered yet. */
  status: number | null
  /** Bytes of the body handed to the connection so far. */
  bytes: number
  /** True when the proxy would not let it through. */
  refused: boolean
}

interface Waiter {
  matches: (request: StandinRequest) => boolean
  resolve: (request: StandinRequest) => void
}

/** Keeps what was asked, in order of arrival. */
export class RequestLog {
  #requests: StandinRequest[] = []
  #waiters: Waiter[] = []

  enter(request: Omit<StandinRequest, 'time'>): StandinRequest {
    const entered: StandinRequest = { time: Date.now(), ...request }
    this.#requests.push(entered)
    const reached = this.#waiters.filter((waiter) => waiter.matches(entered))
    this.#waiters = this.#waiters.filter((waiter) => !reached.includes(waiter))
    for (const waiter of reached) waiter.resolve(entered)
    return entered
  }

  /** A copy: what a test holds does not change under its hands. */
  list(): StandinRequest[] {
    return structuredClone(this.#requests)
  }

  /** Resolves with the first matching request that arrives from now on. */
  next(matches: (request: StandinRequest) => boolean): Promise<StandinRequest> {
    return new Promise((resolve) => {
      this.#waiters.push({ matches, resolve: (request) => resolve({ ...request }) })
    })
  }

  clear(): void {
    this.#requests = []
  }
}
