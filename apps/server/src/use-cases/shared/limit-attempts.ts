import { createHmac } from 'node:crypto'
import { ATTEMPT_LIMITS, type AttemptKind, waitBeforeAttempt } from '@kerf/domain/access/attempt-limits'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import type { Caller } from '../../ports/accounts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database, Records } from '../../ports/database.ts'
import { done, type Outcome, refused } from './outcome.ts'

export interface Attempt {
  kind: AttemptKind
  of: string
}

/** Attempts that a requested email counts as: one for its mailbox, one for the caller's IP address block. */
export const emailAttempts = (kind: AttemptKind, mailbox: string, { ipAddress }: Caller): Attempt[] => [
  { kind, of: mailbox },
  { kind: 'mail_from_address', of: ipAddressBlock(ipAddress) },
]

export interface LimitAttempts {
  /** Counts one attempt under each of these keys, or refuses with the time to wait. Atomic for concurrent calls. */
  take(attempts: readonly Attempt[]): Promise<Outcome<undefined>>
  /** `take` within an open transaction. A rollback also undoes the count. */
  takeWithin(records: Records, attempts: readonly Attempt[]): Promise<Outcome<undefined>>
  /** Clears all counts of these attempts, after success. */
  forget(attempts: readonly Attempt[]): Promise<void>
  /** Takes back the last counted attempt, because it was not a wrong guess. */
  giveBack(attempts: readonly Attempt[]): Promise<void>
}

export interface LimitAttemptsDeps {
  database: Database
  clock: Clock
  enabled: boolean
  /** HMAC key, so that trying all addresses against the table reveals no one. */
  secret: string
}

export function limitAttempts(deps: LimitAttemptsDeps): LimitAttempts {
  const doNothing = async () => undefined
  const allow = async () => done(undefined)
  if (!deps.enabled) return { take: allow, takeWithin: allow, forget: doNothing, giveBack: doNothing }

  return {
    take: (attempts) => deps.database.transaction((records) => takeWithin(records, attempts)),
    takeWithin,
    forget: (attempts) => deps.database.records.attempts.clear(attempts.map(attemptKeyOf)),
    giveBack: (attempts) => deps.database.records.attempts.giveBack(attempts.map(attemptKeyOf)),
  }

  async function takeWithin(records: Records, attempts: readonly Attempt[]): Promise<Outcome<undefined>> {
    const now = deps.clock.now()
    const waitSeconds = await longestWait(records, attempts, now)
    if (waitSeconds > 0) return refused('too_many_requests', { retryAfterSeconds: waitSeconds })
    for (const attempt of attempts) {
      const forgottenAt = now.getTime() + ATTEMPT_LIMITS[attempt.kind].forgetAfterSeconds * 1000
      await records.attempts.add(attemptKeyOf(attempt), now, new Date(forgottenAt))
    }
    return done(undefined)
  }

  async function longestWait(records: Records, attempts: readonly Attempt[], now: Date): Promise<number> {
    const pastTries = await records.attempts.lock(attempts.map(attemptKeyOf), now)
    const waits = attempts.map((attempt) =>
      waitBeforeAttempt(ATTEMPT_LIMITS[attempt.kind], pastTries.get(attemptKeyOf(attempt)) ?? null, now),
    )
    return Math.max(0, ...waits)
  }

  function attemptKeyOf({ kind, of }: Attempt): string {
    return `${kind}:${createHmac('sha256', deps.secret).update(of.toLowerCase()).digest('base64url')}`
  }
}
