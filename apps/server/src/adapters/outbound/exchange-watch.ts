import { SourceReadError } from '../../ports/sources.ts'

export interface ExchangeLimits {
  /** From the first request to the last byte, redirects included. */
  totalMilliseconds: number
  /** Without a single byte. */
  stallMilliseconds: number
}

export type ExchangeWatch = ReturnType<typeof watchExchange>

/** Timeouts of an exchange: `signal` aborts on them; `explain` turns the connection's error into the caller's. */
export function watchExchange(limits: ExchangeLimits, callerSignal: AbortSignal | undefined) {
  const controller = new AbortController()
  const giveUp = (why: string): void =>
    controller.abort(new SourceReadError('source_timeout', 'The source did not answer in time.', { cause: why }))
  const stallTimer = setTimeout(() => giveUp('no byte for too long'), limits.stallMilliseconds)
  const totalTimer = setTimeout(() => giveUp('too slow as a whole'), limits.totalMilliseconds)
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,

    touch: () => void stallTimer.refresh(),

    stop(): void {
      clearTimeout(stallTimer)
      clearTimeout(totalTimer)
    },

    /** The caller's own reason, a time-out, or one and the same failure for everything else. */
    explain(error: unknown): unknown {
      if (callerSignal?.aborted) return callerSignal.reason
      if (controller.signal.aborted) return controller.signal.reason
      return error instanceof SourceReadError ? error : unreachable(error)
    },
  }
}

/** Refused targets, closed ports, unknown names, broken connections: outside they all look like this. */
export function unreachable(cause: unknown): SourceReadError {
  return new SourceReadError('source_failed', 'The source could not be read.', { cause })
}
