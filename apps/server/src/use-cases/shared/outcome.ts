import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { SourceReadError, type Trouble } from '../../ports/sources.ts'

/** Result of a use case: its value, or an expected refusal for the viewer. Unexpected errors are thrown. */
export type Outcome<T> = { ok: true; value: T } | Refused

export interface Refused {
  ok: false
  code: ErrorCode
  details?: string
  /** Sentence that replaces the code's standard meaning. */
  meaning?: string
  retryAfterSeconds?: number
  /** Cause, for the log and admins. http/routing/refusal.ts leaves it out of answers. */
  cause?: string
  /** Place and cause of the failure. Viewers see its reason; the other fields are for the log and admins. */
  trouble?: Trouble
  /** The resolver step that failed. */
  step?: string
}

export type Nothing = Record<string, never>

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

export function refused(
  code: ErrorCode,
  extras: Pick<Refused, 'details' | 'meaning' | 'retryAfterSeconds'> = {},
): Refused {
  return { ok: false, code, ...extras }
}

/** @param meaning a sentence that names the field */
export const invalidRequest = (meaning: string): Refused => refused('invalid_request', { meaning })

/** Turns a SourceReadError of `read` into a refusal. */
export async function readingOutcome<T>(read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await read())
  } catch (error) {
    if (error instanceof SourceReadError)
      return { ...refused(error.code), ...(error.trouble && { trouble: error.trouble }) }
    throw error
  }
}

/** `readingOutcome` with a time limit: `busy` once `signal` has aborted. */
export async function readingInTime<T>(signal: AbortSignal, read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return await readingOutcome(read)
  } catch (error) {
    if (signal.aborted) return refused('busy')
    throw error
  }
}
