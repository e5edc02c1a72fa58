import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { SourceReadError, type Trouble } from '../../ports/sources.ts'

/** What a use case returns: its value, or an expected refusal that is shown to a person. Surprises are thrown. */
export type Outcome<T> = { ok: true; value: T } | Refused

export interface Refused {
  ok: false
  code: ErrorCode
  details?: string
  /** What the code means, where that depends on a setting. */
  meaning?: string
  retryAfterSeconds?: number
  /** For the log and for admins; http/routing/refusal.ts answers it to nobody. */
  cause?: string
  /** Where it went wrong: its reason is answered, the rest is for the log and for admins. */
  trouble?: Trouble
  /** The way of asking that failed. */
  step?: string
}

export type Nothing = Record<string, never>

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

export function refused(
  code: ErrorCode,
  more: Pick<Refused, 'details' | 'meaning' | 'retryAfterSeconds'> = {},
): Refused {
  return { ok: false, code, ...more }
}

/** @param meaning a sentence that names the field */
export const invalidRequest = (meaning: string): Refused => refused('invalid_request', { meaning })

/** What a source answers; that it cannot be read is an outcome. */
export async function readingOutcome<T>(read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await read())
  } catch (error) {
    if (error instanceof SourceReadError)
      return { ...refused(error.code), ...(error.trouble && { trouble: error.trouble }) }
    throw error
  }
}
