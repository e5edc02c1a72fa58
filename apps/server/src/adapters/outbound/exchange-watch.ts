import { SourceReadError, type Trouble } from '../../ports/sources.ts'
import { connectionFailure, type Destination, late } from './connection-trouble.ts'

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
  const giveUp = (why: string): void => controller.abort(new Error(why))
  const stallTimer = setTimeout(() => giveUp('no byte for too long'), limits.stallMilliseconds)
  const totalTimer = setTimeout(() => giveUp('too slow as a whole'), limits.totalMilliseconds)
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,

    touch: () => void stallTimer.refresh(),

    stop(): void {
      clearTimeout(stallTimer)
      clearTimeout(totalTimer)
    },

    /** The caller's own reason, a time-out, or the nearest cause of the failure. */
    explain(error: unknown, destination: Destination): unknown {
      if (callerSignal?.aborted) return callerSignal.reason
      if (error instanceof SourceReadError) return error
      if (controller.signal.aborted) return late({ host: destination.host }, controller.signal.reason)
      return connectionFailure(error, destination)
    },
  }
}

/** The source answered, and not as it has to; another attempt may go better. */
export function unreadable(cause: unknown, trouble?: Trouble): SourceReadError {
  return new SourceReadError('source_failed', 'The source could not be read.', { cause, trouble })
}
