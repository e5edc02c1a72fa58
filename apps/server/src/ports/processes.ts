/** The processes that serve this installation, and what one of them does for all: adapters/processes. */

import type { runningProcess } from '@kerf/contract/admin-settings'
import type { z } from 'zod'
import type { Dated } from './page.ts'

type RunningProcess = z.output<typeof runningProcess>

/** What one process is for: `serve` is both others in one. */
export type ProcessRole = RunningProcess['role']

export interface ProcessRecord extends Dated<RunningProcess, 'startedAt' | 'seenAt'> {
  /** When it last took a job or was done with one, or began to take some. */
  movedAt: Date | null
  /** Why the last email could not be sent, without names; null when it was. */
  emailFailure: string | null
}

export interface Processes {
  /** Those that have given a sign of life lately, this one among them; the oldest first. */
  list(): Promise<ProcessRecord[]>
}

export type RoundName = 'sweep' | 'expiry' | 'records' | 'payments' | 'first-admin'

export interface RoundTerms {
  /** Minimum interval since the last begin, by the database's clock, unless that round died. */
  everyMilliseconds: number
  /** Now, whenever it was done last. */
  evenIfDone?: boolean
}

export interface Rounds {
  /** False if running or done lately. The signal aborts when the lock is lost. */
  attempt(name: RoundName, terms: RoundTerms, work: (lost: AbortSignal) => Promise<void>): Promise<boolean>
  /** Waits for the lock and always runs. Returns the result of `work`. */
  inTurn<T>(name: RoundName, work: (lost: AbortSignal) => Promise<T>): Promise<T>
  /** When one last came to its end without trouble; null before the first has. */
  lastAt(name: RoundName): Promise<Date | null>
}
