import { SourceReadError, type Trouble } from '../../ports/sources.ts'
import { connectionFailure, type Destination, timeoutError } from './connection-trouble.ts'

export interface ExchangeLimits {
  /** Maximum time from the first request to the last byte, redirects included. */
  totalMilliseconds: number
  /** Maximum time without a byte. */
  stallMilliseconds: number
}

export type ExchangeWatch = ReturnType<typeof watchExchange>

/** Watches the timeouts of an exchange. `signal` aborts on them; `explain` turns the error into one for the caller. */
export function watchExchange(limits: ExchangeLimits, callerSignal: AbortSignal | undefined) {
  const controller = new AbortController()
  const giveUp = (reason: string): void => controller.abort(new Error(reason))
  const stallTimer = setTimeout(() => giveUp('no byte for too long'), limits.stallMilliseconds)
  const totalTimer = setTimeout(() => giveUp('too slow as a whole'), limits.totalMilliseconds)
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,

    touch: () => void stallTimer.refresh(),

    stop(): void {
      clearTimeout(stallTimer)
      clearTimeout(totalTimer)
    },

    /** Returns the caller's own reason, a timeout, or an error with the nearest cause of the failure. */
    explain(error: unknown, destination: Destination): unknown {
      if (callerSignal?.aborted) return callerSignal.reason
      if (error instanceof SourceReadError) return error
      if (controller.signal.aborted) return timeoutError({ host: destination.host }, controller.signal.reason)
      return connectionFailure(error, destination)
    },
  }
}

/** Error for an answer that cannot be used. Another attempt may succeed. */
export function unreadableError(cause: unknown, trouble?: Trouble): SourceReadError {
  return new SourceReadError('source_failed', 'The source could not be read.', { cause, trouble })
}
