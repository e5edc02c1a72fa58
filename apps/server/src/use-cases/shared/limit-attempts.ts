import { createHmac } from 'node:crypto'
import { addressBlock } from '@kerf/domain/access/address-block'
import { ATTEMPT_LIMITS, type AttemptKind, waitBeforeAttempt } from '@kerf/domain/access/attempt-limits'
import type { Caller } from '../../ports/accounts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database, Records } from '../../ports/database.ts'
import { done, type Outcome, refused } from './outcome.ts'

export interface Attempt {
  kind: AttemptKind
  of: string
}

/** An email counts for its mailbox, and for where it was asked for. */
export const emailAttempts = (kind: AttemptKind, mailbox: string, { address }: Caller): Attempt[] => [
  { kind, of: mailbox },
  { kind: 'mail_from_address', of: addressBlock(address) },
]

export interface LimitAttempts {
  /** Counts a try under each, or refuses it with the time to wait. Atomic for parallel tries. */
  take(attempts: readonly Attempt[]): Promise<Outcome<undefined>>
  /** The same within a transaction that is open already: what is undone with it was never tried. */
  takeWithin(records: Records, attempts: readonly Attempt[]): Promise<Outcome<undefined>>
  /** As if nothing had been tried under these: somebody has shown that they may. */
  forget(attempts: readonly Attempt[]): Promise<void>
  /** As if the last try had not been one: it was no wrong one. */
  giveBack(attempts: readonly Attempt[]): Promise<void>
}

export interface LimitAttemptsDeps {
  database: Database
  clock: Clock
  enabled: boolean
  /** Without it nobody can tell from the table who tried what, not even by trying out all addresses there are. */
  secret: string
}

export function limitAttempts(deps: LimitAttemptsDeps): LimitAttempts {
  const nothing = async () => undefined
  const free = async () => done(undefined)
  if (!deps.enabled) return { take: free, takeWithin: free, forget: nothing, giveBack: nothing }

  return {
    take: (attempts) => deps.database.transaction((records) => takeWithin(records, attempts)),
    takeWithin,
    forget: (attempts) => deps.database.records.attempts.clear(attempts.map(keyOf)),
    giveBack: (attempts) => deps.database.records.attempts.giveBack(attempts.map(keyOf)),
  }

  async function takeWithin(records: Records, attempts: readonly Attempt[]): Promise<Outcome<undefined>> {
    const now = deps.clock.now()
    const wait = await longestWait(records, attempts, now)
    if (wait > 0) return refused('too_many_requests', { retryAfterSeconds: wait })
    for (const attempt of attempts) {
      const forgottenAt = now.getTime() + ATTEMPT_LIMITS[attempt.kind].forgetAfterSeconds * 1000
      await records.attempts.add(keyOf(attempt), now, new Date(forgottenAt))
    }
    return done(undefined)
  }

  async function longestWait(records: Records, attempts: readonly Attempt[], now: Date): Promise<number> {
    const past = await records.attempts.lock(attempts.map(keyOf), now)
    const waits = attempts.map((attempt) =>
      waitBeforeAttempt(ATTEMPT_LIMITS[attempt.kind], past.get(keyOf(attempt)) ?? null, now),
    )
    return Math.max(0, ...waits)
  }

  function keyOf({ kind, of }: Attempt): string {
    return `${kind}:${createHmac('sha256', deps.secret).update(of.toLowerCase()).digest('base64url')}`
  }
}
