import { SourceReadError } from '../../ports/sources.ts'

export interface ExchangeLimits {
  /** From the first request to the last byte, redirects included. */
  totalMilliseconds: number
  /** Without a single byte. */
  stallMilliseconds: number
}

/** Timeouts of an exchange: `signal` aborts on them; `explain` turns the connection's error into the caller's. */
export class ExchangeWatch {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #callerSignal: AbortSignal | undefined
  readonly #stallTimer: NodeJS.Timeout
  readonly #totalTimer: NodeJS.Timeout

  constructor(limits: ExchangeLimits, callerSignal: AbortSignal | undefined) {
    this.#callerSignal = callerSignal
    this.signal = callerSignal ? AbortSignal.any([callerSignal, this.#controller.signal]) : this.#controller.signal
    this.#stallTimer = setTimeout(() => this.#giveUp('no byte for too long'), limits.stallMilliseconds)
    this.#totalTimer = setTimeout(() => this.#giveUp('too slow as a whole'), limits.totalMilliseconds)
  }

  touch(): void {
    this.#stallTimer.refresh()
  }

  stop(): void {
    clearTimeout(this.#stallTimer)
    clearTimeout(this.#totalTimer)
  }

  /** The caller's own reason, a time-out, or one and the same failure for everything else. */
  explain(error: unknown): unknown {
    if (this.#callerSignal?.aborted) return this.#callerSignal.reason
    if (this.#controller.signal.aborted) return this.#controller.signal.reason
    if (error instanceof SourceReadError) return error
    return unreachable(error)
  }

  #giveUp(why: string): void {
    this.#controller.abort(new SourceReadError('source_timeout', 'The source did not answer in time.', { cause: why }))
  }
}

/** Refused targets, closed ports, unknown names, broken connections: outside they all look like this. */
export function unreachable(cause: unknown): SourceReadError {
  return new SourceReadError('source_failed', 'The source could not be read.', { cause })
}
